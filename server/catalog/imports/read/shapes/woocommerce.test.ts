import { test, expect } from 'vitest'
import { golden, readProducts } from '../../../../testing/shop-products.ts'
import { JobWorkspace } from '../../../../testing/job-workspace.ts'

/** The columns of the English golden as shops of other languages write them. */
const headers: Readonly<Record<string, string>> = {
  de: 'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,"Ist hervorgehoben?","Sichtbarkeit im Katalog",Kurzbeschreibung,Beschreibung,Vorrätig?,Bestand,"Lieferrückstände erlaubt?","Gewicht (kg)",Angebotspreis,"Regulärer Preis",Kategorien,Schlagwörter,Bilder,"Übergeordnetes Produkt","Gruppierte Produkte",Position,"Attribut 1 Name","Attribut 1 Wert(e)","Attribut 1 Sichtbar","Attribut 1 Global","Attribut 2 Name","Attribut 2 Wert(e)","Attribut 2 Sichtbar","Attribut 2 Global","Meta: fabric_source"',
  fr: 'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,"Mis en avant ?","Visibilité dans le catalogue","Description courte",Description,"En stock ?",Stock,"Autoriser les commandes de produits en rupture ?","Poids (kg)","Tarif promo","Tarif régulier",Catégories,Étiquettes,Images,Parent,"Groupes de produits",Position,"Nom de l’attribut 1","Valeur(s) de l’attribut 1","Attribut 1 visible","Attribut 1 global","Nom de l’attribut 2","Valeur(s) de l’attribut 2","Attribut 2 visible","Attribut 2 global","Méta : fabric_source"',
  es: 'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,"¿Está destacado?","Visibilidad en el catálogo","Descripción corta",Descripción,"¿Existencias?",Inventario,"¿Permitir reservas de productos agotados?","Peso (kg)","Precio rebajado","Precio normal",Categorías,Etiquetas,Imágenes,Superior,"Productos agrupados",Posición,"Nombre del atributo 1","Valor(es) del atributo 1","Atributo visible 1","Atributo global 1","Nombre del atributo 2","Valor(es) del atributo 2","Atributo visible 2","Atributo global 2","Meta: fabric_source"',
  it: 'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nome,Pubblicato,"In primo piano?","Visibilità nel catalogo","Breve descrizione",Descrizione,"In stock?",Magazzino,"Abilita gli ordini arretrati?","Peso (kg)","Prezzo in offerta","Prezzo di listino",Categorie,Tag,Immagini,Genitore,"Prodotti raggruppati",Posizione,"Nome dell\'attributo 1","Valore dell\'attributo 1","Attributo 1 visibile","Attributo 1 globale","Nome dell\'attributo 2","Valore dell\'attributo 2","Attributo 2 visibile","Attributo 2 globale","Meta: fabric_source"',
  nl: 'ID,Type,Artikelnummer,"GTIN, UPC, EAN of ISBN",Naam,Gepubliceerd,Uitgelicht?,"Zichtbaarheid in catalogus","Korte beschrijving",Beschrijving,"Op voorraad?",Voorraad,"Nabestellingen toestaan?","Gewicht (kg)",Actieprijs,"Reguliere prijs",Categorieën,Tags,Afbeeldingen,Hoofd,"Gegroepeerde producten",Positie,"Naam eigenschap 1","Waarde eigenschap 1","Zichtbare eigenschap 1","Globale eigenschap 1","Naam eigenschap 2","Waarde eigenschap 2","Zichtbare eigenschap 2","Globale eigenschap 2","Meta: fabric_source"',
  pt: 'ID,Tipo,SKU,"GTIN, UPC, EAN ou ISBN",Nome,Publicado,"Em destaque?","Visibilidade no catálogo","Descrição curta",Descrição,"Em estoque?",Estoque,"São permitidas encomendas?","Peso (kg)","Preço promocional",Preço,Categorias,Tags,Imagens,Ascendente,"Produtos agrupados",Posição,"Nome do atributo 1","Valores do atributo 1","Visibilidade do atributo 1","Atributo global 1","Nome do atributo 2","Valores do atributo 2","Visibilidade do atributo 2","Atributo global 2","Meta: fabric_source"',
  pl: 'ID,Typ,SKU,"GTIN, UPC, EAN lub ISBN",Nazwa,Opublikowano,"Czy wyróżniony?","Widoczność w katalogu","Krótki opis",Opis,"Na stanie?",Magazyn,"Zamówienia oczekujące dozwolone?","Waga (kg)","Cena promocyjna",Cena,Kategorie,Tagi,Obrazki,Nadrzędny,"Produkty grupowane",Pozycja,"Nazwa atrybutu 1","Wartości atrybutu 1","Widoczność atrybutu 1","Globalny atrybut 1","Nazwa atrybutu 2","Wartości atrybutu 2","Widoczność atrybutu 2","Globalny atrybut 2","Meta: fabric_source"',
}

test('the files of shops in other languages hold the same as an English one [IMPORT-14]', async () => {
  const [english = '', ...rows] = (await golden('woocommerce.csv')).toString().split('\n')
  await using workspace = await JobWorkspace.open()
  const first = await workspace.import([english, ...rows].join('\n'))
  const products = await readProducts(workspace)
  const changed: string[] = []
  for (const [language, header] of Object.entries(headers)) {
    const { result } = await workspace.import([header, ...rows].join('\n'))
    const isAlike = JSON.stringify(result).includes(
      `"unchanged":${products.length},"failed":0,"created_attributes":[]`,
    )
    if (!isAlike) changed.push(`${language}: ${JSON.stringify(result)}`)
  }
  expect(first.result).toMatchObject({ shape: 'woocommerce', failed: 0 })
  expect(changed).toEqual([])
  expect(await readProducts(workspace)).toEqual(products)
})

test('a list of articles in another language is no file of WooCommerce [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import('Typ;Artikelnummer;Name;Preis\nStuhl;A-1;Falk;12\n')
  expect(result).not.toHaveProperty('shape')
})
