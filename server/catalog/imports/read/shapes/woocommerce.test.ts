import { describe, test, expect } from 'vitest'
import { countEntities, golden, readCategories, readProducts } from '../../../../testing/shop-products.ts'
import { JobWorkspace } from '../../../../testing/job-workspace.ts'

const headers: Readonly<Record<string, string>> = {
  de: 'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,"Ist hervorgehoben?","Sichtbarkeit im Katalog",Kurzbeschreibung,Beschreibung,Vorrätig?,Bestand,"Lieferrückstände erlaubt?","Gewicht (kg)",Angebotspreis,"Regulärer Preis",Kategorien,Schlagwörter,Bilder,"Übergeordnetes Produkt","Gruppierte Produkte",Position,"Attribut 1 Name","Attribut 1 Wert(e)","Attribut 1 Sichtbar","Attribut 1 Global","Attribut 2 Name","Attribut 2 Wert(e)","Attribut 2 Sichtbar","Attribut 2 Global","Meta: fabric_source"',
  fr: 'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,"Mis en avant ?","Visibilité dans le catalogue","Description courte",Description,"En stock ?",Stock,"Autoriser les commandes de produits en rupture ?","Poids (kg)","Tarif promo","Tarif régulier",Catégories,Étiquettes,Images,Parent,"Groupes de produits",Position,"Nom de l’attribut 1","Valeur(s) de l’attribut 1","Attribut 1 visible","Attribut 1 global","Nom de l’attribut 2","Valeur(s) de l’attribut 2","Attribut 2 visible","Attribut 2 global","Méta : fabric_source"',
  es: 'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,"¿Está destacado?","Visibilidad en el catálogo","Descripción corta",Descripción,"¿Existencias?",Inventario,"¿Permitir reservas de productos agotados?","Peso (kg)","Precio rebajado","Precio normal",Categorías,Etiquetas,Imágenes,Superior,"Productos agrupados",Posición,"Nombre del atributo 1","Valor(es) del atributo 1","Atributo visible 1","Atributo global 1","Nombre del atributo 2","Valor(es) del atributo 2","Atributo visible 2","Atributo global 2","Meta: fabric_source"',
  it: 'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nome,Pubblicato,"In primo piano?","Visibilità nel catalogo","Breve descrizione",Descrizione,"In stock?",Magazzino,"Abilita gli ordini arretrati?","Peso (kg)","Prezzo in offerta","Prezzo di listino",Categorie,Tag,Immagini,Genitore,"Prodotti raggruppati",Posizione,"Nome dell\'attributo 1","Valore dell\'attributo 1","Attributo 1 visibile","Attributo 1 globale","Nome dell\'attributo 2","Valore dell\'attributo 2","Attributo 2 visibile","Attributo 2 globale","Meta: fabric_source"',
  nl: 'ID,Type,Artikelnummer,"GTIN, UPC, EAN of ISBN",Naam,Gepubliceerd,Uitgelicht?,"Zichtbaarheid in catalogus","Korte beschrijving",Beschrijving,"Op voorraad?",Voorraad,"Nabestellingen toestaan?","Gewicht (kg)",Actieprijs,"Reguliere prijs",Categorieën,Tags,Afbeeldingen,Hoofd,"Gegroepeerde producten",Positie,"Naam eigenschap 1","Waarde eigenschap 1","Zichtbare eigenschap 1","Globale eigenschap 1","Naam eigenschap 2","Waarde eigenschap 2","Zichtbare eigenschap 2","Globale eigenschap 2","Meta: fabric_source"',
  pt: 'ID,Tipo,SKU,"GTIN, UPC, EAN ou ISBN",Nome,Publicado,"Em destaque?","Visibilidade no catálogo","Descrição curta",Descrição,"Em estoque?",Estoque,"São permitidas encomendas?","Peso (kg)","Preço promocional",Preço,Categorias,Tags,Imagens,Ascendente,"Produtos agrupados",Posição,"Nome do atributo 1","Valores do atributo 1","Visibilidade do atributo 1","Atributo global 1","Nome do atributo 2","Valores do atributo 2","Visibilidade do atributo 2","Atributo global 2","Meta: fabric_source"',
  pl: 'ID,Typ,SKU,"GTIN, UPC, EAN lub ISBN",Nazwa,Opublikowano,"Czy wyróżniony?","Widoczność w katalogu","Krótki opis",Opis,"Na stanie?",Magazyn,"Zamówienia oczekujące dozwolone?","Waga (kg)","Cena promocyjna",Cena,Kategorie,Tagi,Obrazki,Nadrzędny,"Produkty grupowane",Pozycja,"Nazwa atrybutu 1","Wartości atrybutu 1","Widoczność atrybutu 1","Globalny atrybut 1","Nazwa atrybutu 2","Wartości atrybutu 2","Widoczność atrybutu 2","Globalny atrybut 2","Meta: fabric_source"',
  nl_today:
    'ID,Type,SKU,"GTIN, UPC, EAN of ISBN",Naam,Gepubliceerd,Uitgelicht?,"Zichtbaarheid in catalogus","Korte beschrijving",Beschrijving,"Op voorraad?",Voorraad,"Nabestellingen toestaan?","Gewicht (kg)",Actieprijs,"Reguliere prijs",Categorieën,Tags,Afbeeldingen,Hoofd,"Gegroepeerde producten",Positie,"Attribuut 1 naam","Attribuut 1 waarde(n)","Attribuut 1 zichtbaar","Attribuut 1 globaal","Attribuut 2 naam","Attribuut 2 waarde(n)","Attribuut 2 zichtbaar","Attribuut 2 globaal","Meta: fabric_source"',
  pt_today:
    'ID,Tipo,REF,"GTIN, UPC, EAN ou ISBN",Nome,Publicado,"Em destaque?","Visibilidade no catálogo","Descrição breve",Descrição,"Em stock?",Stock,"Permitir encomendas pendentes?","Peso (kg)","Preço promocional","Preço normal",Categorias,Etiquetas,Imagens,Pai,"Produtos agrupados",Posição,"Atributo 1 nome","Atributo 1 valor(es)","Atributo 1 visível","Atributo 1 global","Atributo 2 nome","Atributo 2 valor(es)","Atributo 2 visível","Atributo 2 global","Metadados: fabric_source"',
  pl_today:
    'Identyfikator,Rodzaj,SKU,"GTIN, UPC, EAN lub ISBN",Nazwa,Opublikowano,"Wyróżniony produkt?","Widoczność w katalogu","Krótki opis",Opis,"W magazynie?","Stan magazynowy","Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?","Waga (kg)","Cena promocyjna",Cena,Kategorie,Znaczniki,Obrazki,Nadrzędny,"Produkty grupowe",Pozycja,"Nazwa atrybutu 1","Wartości atrybutu 1","Atrybut 1 widoczny","Atrybut 1: globalny","Nazwa atrybutu 2","Wartości atrybutu 2","Atrybut 2 widoczny","Atrybut 2: globalny","Pola: fabric_source"',
  cs: 'ID,Typ,SKU,"GTIN, UPC, EAN, nebo ISBN",Jméno,Publikovaný,"Je doporučený?","Viditelnost v katalogu","Krátký popis",Popis,Skladem?,Sklad,"Povoleno objednávání?","Hmotnost (kg)","Akční cena","Běžná cena",Kategorie,Štítky,Obrázky,Nadřazené,"Seskupené produkty",Pozice,"Název 1 vlastnosti","Hodnota(y) 1 vlastnosti","Vlastnost 1 viditelnost","Vlastnost 1 globální","Název 2 vlastnosti","Hodnota(y) 2 vlastnosti","Vlastnost 2 viditelnost","Vlastnost 2 globální","Meta: fabric_source"',
  cs_former:
    'ID,Typ,"Katalogové číslo","GTIN, UPC, EAN, or ISBN",Jméno,Publikovaný,"Je zvýrazněný?","Viditelnost v katalogu","Krátký popis",Popis,Skladem?,Sklad,"Povoleno objednávání?","Hmotnost (kg)","Cena po slevě","Běžná cena",Kategorie,Štítky,Obrázky,Nadřazené,"Seskupené produkty",Pozice,"Název 1 vlastnosti","Hodnota(y) 1 vlastnosti","Vlastnost 1 viditelnost","Vlastnost 1 globální","Název 2 vlastnosti","Hodnota(y) 2 vlastnosti","Vlastnost 2 viditelnost","Vlastnost 2 globální","Meta: fabric_source"',
  sv: 'ID,Typ,Artikelnummer,"GTIN, UPC, EAN eller ISBN",Namn,Publicerad,"Är utvald?","Synlighet i katalog","Kort beskrivning",Beskrivning,"I lager?",Lager,"Tillåt restnoteringar?","Vikt (kg)",Reapris,"Ordinarie pris",Kategorier,Etiketter,Bilder,Överordnad,"Grupperade produkter",Position,"Attribut 1 namn","Attribut 1 värde(n)","Attribut 1 synligt","Attribut 1 globalt","Attribut 2 namn","Attribut 2 värde(n)","Attribut 2 synligt","Attribut 2 globalt","Meta: fabric_source"',
  da: 'ID,Type,Varenummer,"GTIN, UPC, EAN eller ISBN",Navn,Udgivet,"Er fremhævet (udvalgt)?","Synlighed i katalog (shoppens frontend)","Kort beskrivelse",Beskrivelse,"På lager?",Lager,"Restordrer tilladt?","Vægt (kg)",Tilbudspris,Normalpris,Kategorier,Tags,Billeder,Overordnet,"Grupperede varer",Position,"Egenskab 1 navn","Egenskab 1 værdi(er)","Egenskab 1 er synlig","Egenskab 1 globalt","Egenskab 2 navn","Egenskab 2 værdi(er)","Egenskab 2 er synlig","Egenskab 2 globalt","Meta: fabric_source"',
  nb: 'ID,Type,Produktnummer,"GTIN, UPC, EAN eller ISBN",Navn,Publisert,"Er fremhevet?","Synlighet i katalogen","Kort beskrivelse",Beskrivelse,"På lager?",Lager,"Restordre tillatt?","Vekt (kg)",Tilbudspris,"Ordinær pris",Kategorier,Stikkord,Bilder,Forelder,"Grupperte produkter",Posisjon,"Attributt 1 navn","Attributt 1 verdi(er)","Attributt 1 synlig","Attributt 1 global","Attributt 2 navn","Attributt 2 verdi(er)","Attributt 2 synlig","Attributt 2 global","Meta: fabric_source"',
  fi: 'ID,Laji,"Tuotetunnus (SKU)","GTIN, UPC, EAN, or ISBN",Nimi,Julkaistu,"On esittelyssä?","Näkyvyys tuoteluettelossa","Lyhyt kuvaus",Kuvaus,Varasto?,Varasto,"Salli jälkitoimitukset?","Paino (kg)","Alennettu hinta","Normaali hinta",Osastot,Avainsanat,Kuvat,"Ylempi taso",Joukkotuotteet,Paikka,"Ominaisuus 1 nimi","Ominaisuus 1 arvo(t)","Ominaisuus 1 näkyy","Ominaisuus 1 kaikkialla käytetty","Ominaisuus 2 nimi","Ominaisuus 2 arvo(t)","Ominaisuus 2 näkyy","Ominaisuus 2 kaikkialla käytetty","Metatieto: fabric_source"',
}

test.each(Object.entries(headers))(
  'the file of a shop in another language (%s) holds the same as an English one [IMPORT-14]',
  async (_language, header) => {
    const [english = '', ...rows] = (await golden('woocommerce.csv')).toString().split('\n')
    await using expected = await JobWorkspace.open()
    await expected.import([english, ...rows].join('\n'))
    await using workspace = await JobWorkspace.open()
    const first = await workspace.import([header, ...rows].join('\n'))
    const again = await workspace.import([header, ...rows].join('\n'))

    expect(first.result).toMatchObject({ shape: 'woocommerce', failed: 0 })
    expect(again.result).toMatchObject({ created: 0, updated: 0, failed: 0, created_attributes: [] })
    expect(await readProducts(workspace)).toEqual(await readProducts(expected))
    expect(await readCategories(workspace)).toEqual(await readCategories(expected))
  },
)

test('the dates of sales are known in other languages [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(
    'Typ,SKU,Jméno,Viditelnost v katalogu,Akční cena začíná dne,Akční cena končí dne,Akční cena,Běžná cena\nsimple,K-1,Konvice,visible,2026-12-01,2026-12-24,"299,50","349,00"\n',
  )
  expect(await readProducts(workspace)).toEqual([
    expect.objectContaining({
      sale_starts_on: '2026-12-01',
      sale_ends_on: '2026-12-24',
      sale_price: 299.5,
      price: 349,
    }),
  ])
})

test('a list of articles in another language is no file of WooCommerce [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import('Typ;Artikelnummer;Name;Preis\nStuhl;A-1;Falk;12\n')
  expect(result).not.toHaveProperty('shape')
})

describe('variations without a SKU', () => {
  const head =
    'Type,SKU,Name,Published,Is featured?,Visibility in catalog,In stock?,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)'

  test.each([
    [
      'two options',
      `${head}
variable,K-1,Kanne,1,0,visible,1,,,,Farbe,"Rot, Blau",Größe,"1 l, 2 l"
variation,,,1,0,visible,1,3,20,K-1,Farbe,Rot,Größe,1 l
variation,,,1,0,visible,1,4,21,K-1,Farbe,Rot,Größe,2 l
variation,,,1,0,visible,backorder,0,22,K-1,Farbe,Blau,Größe,1 l
`,
      3,
    ],
    [
      'variations before their product',
      `${head}
variation,,,1,0,visible,1,3,20,P-1,Colore,Rosso,,
variation,,,1,0,visible,1,4,21,P-1,Colore,Blu,,
variable,P-1,Piatto,1,0,visible,1,,,,Colore,"Rosso, Blu",,
`,
      2,
    ],
    [
      'some with a SKU',
      `${head}
variable,G-1,Gants,1,0,visible,1,,,,Taille,"S, M",,
variation,G-1-S,,1,0,visible,1,3,20,G-1,Taille,S,,
variation,,,1,0,visible,1,4,21,G-1,Taille,M,,
`,
      2,
    ],
    [
      'words of a shop in German',
      `Typ,Artikelnummer,Name,Veröffentlicht,Ist hervorgehoben?,Sichtbarkeit im Katalog,Vorrätig?,Lager,Regulärer Preis,Übergeordnetes Produkt,Attribut 1 Name,Attribut 1 Wert(e)
variable,H-1,Hut,1,0,visible,1,,,,Größe,"57, 59"
variation,,,1,0,visible,1,3,20,H-1,Größe,57
variation,,,1,0,visible,1,4,21,H-1,Größe,59
`,
      2,
    ],
  ])('%s: found by product and options [IMPORT-14]', async (_what, csv, variants) => {
    await using workspace = await JobWorkspace.open()
    const first = await workspace.import(csv)
    const again = await workspace.import(csv)

    expect(first.result).toMatchObject({ created: variants + 1, failed: 0 })
    expect(again.result).toMatchObject({ created: 0, updated: 0, failed: 0 })
    expect(await countEntities(workspace)).toMatchObject({ products: 1, variants })
  })

  test('one that has a SKU now keeps its entry [IMPORT-14]', async () => {
    await using workspace = await JobWorkspace.open()
    const csv = `${head}\nvariable,V,Vase,1,0,visible,1,,,,Colour,"Red, Blue",,\nvariation,,,1,0,visible,1,3,20,V,Colour,Red,,\n`
    await workspace.import(csv)
    const named = await workspace.import(csv.replace('variation,,', 'variation,V-R,'))

    expect(named.result).toMatchObject({ created: 0, updated: 1 })
    expect((await workspace.products()).map(({ sku }) => sku)).toEqual(['V', 'V-R'])
  })
})
