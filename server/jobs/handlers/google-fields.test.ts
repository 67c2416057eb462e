import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Channel, ChannelKey } from '#shared/channels.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

interface List {
  readonly headers: string
  /**
   * Words of this language for a size, a colour, a material, a pattern, a gender, an age, a condition, a
   * delivery and yes.
   */
  readonly words: readonly string[]
}

const english: List = {
  headers:
    'SKU;Product name;Description;Short description;Price;Sale price;Currency;Cost price;Brand;GTIN;MPN;Category;Image;Further images;Stock;Availability;Colour;Size;Material;Pattern;Gender;Age group;Condition;Weight [kg];Length [cm];Width [cm];Height [cm];Product URL;Energy class;Highlights;Data sheet;Launch date;Net content;Tags;Meta title;Meta description;VAT;Country of origin',
  words: ['Red', 'Cotton', 'Striped', 'Female', 'Adult', 'New', 'In stock'],
}

const lists: Readonly<Record<string, List>> = {
  English: english,
  German: {
    headers:
      'Artikelnummer;Bezeichnung;Beschreibung;Kurzbeschreibung;Preis;Angebotspreis;Währung;EK-Preis;Marke;EAN;Herstellernummer;Kategorie;Bild;Weitere Bilder;Bestand;Verfügbarkeit;Farbe;Größe;Material;Muster;Geschlecht;Altersgruppe;Zustand;Gewicht [kg];Länge [cm];Breite [cm];Höhe [cm];Produktlink;Energieeffizienzklasse;Highlights;Datenblatt;Erscheinungsdatum;Inhalt;Schlagworte;Meta-Titel;Meta-Beschreibung;MwSt;Herkunftsland',
    words: ['Rot', 'Baumwolle', 'Gestreift', 'Damen', 'Erwachsene', 'Neu', 'Auf Lager'],
  },
  French: {
    headers:
      'Référence;Nom du produit;Description;Description courte;Prix;Prix promo;Devise;Prix d’achat;Marque;Code EAN;Référence fabricant;Catégorie;Image;Autres images;Stock;Disponibilité;Couleur;Taille;Matière;Motif;Sexe;Tranche d’âge;État;Poids [kg];Longueur [cm];Largeur [cm];Hauteur [cm];Lien produit;Classe énergétique;Points forts;Fiche technique;Date de sortie;Contenance;Mots-clés;Meta titre;Meta description;TVA;Pays d’origine',
    words: ['Rouge', 'Coton', 'Rayé', 'Femme', 'Adulte', 'Neuf', 'En stock'],
  },
  Italian: {
    headers:
      'Codice articolo;Nome prodotto;Descrizione;Descrizione breve;Prezzo;Prezzo scontato;Valuta;Prezzo di acquisto;Marca;Codice EAN;Codice produttore;Categoria;Immagine;Altre immagini;Giacenza;Disponibilità;Colore;Taglia;Materiale;Fantasia;Genere;Fascia d’età;Condizione;Peso [kg];Lunghezza [cm];Larghezza [cm];Altezza [cm];Link prodotto;Classe energetica;Caratteristiche principali;Scheda tecnica;Data di lancio;Contenuto netto;Parole chiave;Meta titolo;Meta descrizione;IVA;Paese di origine',
    words: ['Rosso', 'Cotone', 'Righe', 'Donna', 'Adulto', 'Nuovo', 'Disponibile'],
  },
}

function rowOf(
  number: number,
  [color, material, pattern, gender, age, state, delivery]: List['words'],
): string {
  const address = `https://shop.example/${number}`
  const gtin = ['4006381550703', '4006381550710', '4006381550727'][number - 1]
  const texts = `S-${number};Shirt ${number};A shirt for all days.;For all days;29,90;19,90;EUR;9,50`
  const codes = `Acme;${gtin};M-${number};Clothing > Shirts;${address}.jpg;${address}b.jpg,${address}c.jpg;5`
  const traits = `${delivery};${color};M;${material};${pattern};${gender};${age};${state};0,25;70;50;2`
  const others = `${address};A;Soft|Light;${address}.pdf;2026-03-01;1 kg;shirt, summer`
  return [texts, codes, traits, others, `Shirt ${number} | Acme;Buy it.;19;PT`].join(';')
}

/** The fields of Google that every product of the list has, with nothing chosen but the channel. */
async function fieldsOf({ headers, words }: List): Promise<string[]> {
  await using workspace = await JobWorkspace.open()
  await workspace.import([headers, ...[1, 2, 3].map((number) => rowOf(number, words))].join('\n'))
  await workspace.threads.call('enableChannel', { key: 'google_merchant', faults: [], context: ownerContext })
  const { job, bytes } = await workspace.export({ channel: 'google_merchant', format: 'tsv' })
  expect(job).toMatchObject({ status: 'completed', result: { exported: 3 } })
  const rows = parse<Record<string, string>>(bytes.toString(), {
    columns: true,
    delimiter: '\t',
    relax_quotes: true,
  })
  return Object.keys(rows[0] ?? {}).filter((field) => rows.every((row) => row[field] !== ''))
}

test.each(Object.entries(lists))(
  'a list in %s fills at least 25 fields of Google by itself, the same as one in English [CHANNEL-12]',
  async (_language, list) => {
    const fields = await fieldsOf(list)
    expect(fields.length).toBeGreaterThanOrEqual(25)
    expect(fields).toEqual(await fieldsOf(english))
  },
)

test.each([
  ['English', 'SKU;Name;Manufacturer;Brand;Supplier', 'Brand', 'Manufacturer'],
  ['German', 'Artikelnummer;Bezeichnung;Hersteller;Marke;Lieferant', 'Marke', 'Hersteller'],
  ['French', 'Référence;Nom du produit;Fabricant;Marque;Fournisseur', 'Marque', 'Fabricant'],
  ['Italian', 'Codice articolo;Nome prodotto;Produttore;Marca;Fornitore', 'Marca', 'Produttore'],
])(
  'of a list in %s with brand, manufacturer and supplier channels take each for its own [CHANNEL-12]',
  async (_language, headers, brand, manufacturer) => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(`${headers}\nS-1;Lamp;Maker;House;Wholesale\nS-2;Shelf;Maker;House;Wholesale`)
    const nameOf = new Map((await workspace.definitions()).map(({ key, name }) => [key, name]))
    const fieldsOfChannel = async (key: ChannelKey) => {
      await workspace.threads.call('enableChannel', { key, faults: [], context: ownerContext })
      const answer = await workspace.threads.call('readChannel', { key, faults: [] })
      const { fields } = parseAnswer<{ data: Channel }>(answer).data
      return Object.fromEntries(
        fields.map(({ target, attribute }) => [target, attribute === null ? null : nameOf.get(attribute)]),
      )
    }
    expect(await fieldsOfChannel('google_merchant')).toMatchObject({ brand })
    expect(await fieldsOfChannel('shopify')).toMatchObject({ Vendor: brand })
    expect(await fieldsOfChannel('woocommerce')).toMatchObject({ Brands: brand })
    expect(await fieldsOfChannel('amazon')).toMatchObject({ brand_name: brand, manufacturer })
  },
)
