import type { KnownAttribute, ColumnRequest } from './column-request.ts'
import { planColumns } from './match-columns.ts'
import { rankOfName } from './match-synonyms.ts'
import { sampleAttributes } from '../../../sample/fill-sample-workspace.ts'
import { Faults } from '../../errors.ts'
import { test, expect } from 'vitest'
import { toWords, semanticTypeOf } from '#shared/semantic-types.ts'
import { keysOf, foldText } from '#shared/text.ts'
import { priceRole } from './price-names.ts'
import columnSynonyms from '#shared/semantic-types.json' with { type: 'json' }

const attribute = (key: string, name: string, more: Partial<KnownAttribute> = {}): KnownAttribute => ({
  key,
  name,
  writable: true,
  ...more,
})
const productName = attribute('product_name', 'Product name', { isPrimary: true })
const sample = sampleAttributes
  .filter(({ entity_type: type }) => type === 'product')
  .map(({ key = '', name = '', is_primary: isPrimary = false, constraints }) =>
    attribute(key, name, { isPrimary, unit: constraints?.unit ?? undefined }),
  )

function match(headers: string[], attributes: KnownAttribute[], more: Partial<ColumnRequest> = {}) {
  const request = { headers, attributes, mapping: {}, createMissing: false, ...more }
  const { columns } = planColumns(request, new Faults())
  return Object.fromEntries(columns.map(({ header, key }) => [header, key]))
}

test.each([
  'Name',
  'Title',
  'Bezeichnung',
  'Artikel',
  'Nom',
  'Nombre',
  'Nome',
  'Naam',
  'Nazwa',
  'Namn',
  'Název',
])('%s finds the name of products [IMPORT-17]', (header) => {
  expect(match([header], sample)).toEqual({ [header]: 'product_name' })
  expect(match([header], [attribute('model', 'Modell', { isPrimary: true })])).toEqual({ [header]: 'model' })
})

test('lists in other languages find the attributes of the sample catalog [IMPORT-17]', () => {
  const german = [
    'Art.-Nr.',
    'EAN-Code',
    'Bezeichnung',
    'VK-Preis €',
    'Lagerbestand',
    'Hersteller',
    'Warengruppe',
  ]
  const polish = [
    'Kod produktu',
    'Kod kreskowy',
    'Nazwa',
    'Cena brutto',
    'Stan magazynowy',
    'Producent',
    'Kategoria',
  ]
  const french = [
    'Référence',
    'Code-barres',
    'Désignation',
    'Prix TTC',
    'Quantité en stock',
    'Marque',
    'Famille',
  ]
  const keys = ['sku', 'gtin', 'product_name', 'price', 'stock', 'vendor', 'category']

  for (const headers of [german, polish, french]) expect(Object.values(match(headers, sample))).toEqual(keys)
})

test('a price that says whether tax is in it is one all the same [IMPORT-17]', () => {
  expect(match(['VK netto'], sample)).toEqual({ 'VK netto': 'price' })
  expect(match(['Verkaufspreis brutto'], sample)).toEqual({ 'Verkaufspreis brutto': 'price' })
})

test('a key or name that is the same goes before, the surest word next, and each attribute takes one column [IMPORT-17]', () => {
  expect(match(['Artikel', 'Titel', 'Bezeichnung'], [productName])).toEqual({ Bezeichnung: 'product_name' })
  expect(match(['Title', 'product_name'], [productName])).toEqual({ product_name: 'product_name' })
  expect(match(['Name', 'Title'], [productName, attribute('title', 'Title')])).toEqual({
    Name: 'product_name',
    Title: 'title',
  })
})

test('a primary attribute that is no name stays for what it is [IMPORT-17]', () => {
  expect(match(['Name', 'Artikelnummer'], [attribute('sku', 'SKU', { isPrimary: true })])).toEqual({
    Artikelnummer: 'sku',
  })
})

test('grams are found by kilograms, into which they are converted, and dollars not by euros [IMPORT-17]', () => {
  const weight = attribute('weight', 'Weight', { unit: 'kg' })
  const price = attribute('price', 'Price', { unit: 'EUR' })

  expect(match(['Gewicht [kg]'], [weight])).toEqual({ 'Gewicht [kg]': 'weight' })
  expect(match(['Gewicht in g', 'Preis $'], [weight, price])).toEqual({ 'Gewicht in g': 'weight' })
  expect(match(['Gewicht in cm'], [weight])).toEqual({})
  expect(match(['Preis $', 'Preis (EUR)'], [price])).toEqual({ 'Preis (EUR)': 'price' })
  expect(match(['Gewicht g'], [attribute('kilos', 'Weight kg')])).toEqual({})
})

test('a vague word gives way to cells that are GTINs [IMPORT-17]', () => {
  const gtins = {
    isGtin: true,
    kind: undefined,
    isImage: false,
    isCode: false,
    isFlag: false,
    isBinary: false,
    isConstant: false,
    numbers: undefined,
    dates: undefined,
    list: undefined,
    options: [],
    spellings: [],
  }
  const attributes = [attribute('sku', 'SKU'), attribute('gtin', 'GTIN', { content: 'gtin' })]

  expect(match(['Item code'], attributes, { traits: [gtins] })).toEqual({ 'Item code': 'gtin' })
  expect(match(['SKU'], attributes, { traits: [gtins] })).toEqual({ SKU: 'sku' })
})

test('a column that holds nothing becomes no attribute, unless it was asked for [IMPORT-17]', () => {
  const asked = { createMissing: true, filled: [0, 2, 0] }

  expect(match(['Leer', 'Voll', 'Wanted'], [], { ...asked, mapping: { Wanted: 'wanted' } })).toEqual({
    Voll: 'voll',
    Wanted: 'wanted',
  })
})

test('the words of a header have no accents, marks and units [IMPORT-17]', () => {
  expect(toWords('Größe (cm)')).toEqual({ words: 'grosse', unit: 'cm' })
  expect(toWords('  Artikel-Nr.*')).toEqual({ words: 'artikel nr', unit: undefined })
  expect(toWords('productName')).toEqual({ words: 'product name', unit: undefined })
  expect(toWords('Głębokość')).toEqual({ words: 'glebokosc', unit: undefined })
  expect(toWords('kg')).toEqual({ words: 'kg', unit: undefined })
  expect([semanticTypeOf('UVP'), semanticTypeOf('Body (HTML)'), semanticTypeOf('Whatever')]).toEqual([
    'msrp',
    'description',
    undefined,
  ])
  expect([
    rankOfName('Brand', 'vendor'),
    rankOfName('Brand', 'product'),
    rankOfName('Name', 'vendor'),
  ]).toEqual([expect.any(Number), undefined, expect.any(Number)])
})

test('every word of the table is written as headers are compared, and once in its list [IMPORT-17]', () => {
  for (const role of keysOf(columnSynonyms)) {
    for (const [language, list] of Object.entries(columnSynonyms[role])) {
      const words = list.split(', ')
      expect([role, language, new Set(words).size]).toEqual([role, language, words.length])
      for (const word of words) expect([word, toWords(word).words]).toEqual([word, foldText(word)])
    }
  }
})

test.each([
  ['Danish', ['Varenr.', 'Varenavn', 'Salgspris inkl. moms', 'Stregkode', 'Lagerbeholdning', 'Leverandør']],
  ['Norwegian', ['Varenummer', 'Varenavn', 'Utsalgspris', 'Strekkode', 'Antall på lager', 'Produsent']],
  ['Finnish', ['Tuotenumero', 'Tuotenimi', 'Hinta sis. alv', 'Viivakoodi', 'Varastosaldo', 'Valmistaja']],
  ['Hungarian', ['Cikkszám', 'Megnevezés', 'Bruttó ár', 'Vonalkód', 'Készlet', 'Gyártó']],
  ['Romanian', ['Cod produs', 'Denumire produs', 'Preț cu TVA', 'Cod de bare', 'Stoc', 'Producător']],
  ['Turkish', ['Stok Kodu', 'Ürün Adı', 'Satış Fiyatı', 'Barkod', 'Stok Miktarı', 'Üretici']],
  ['Greek', ['Κωδικός', 'Ονομασία', 'Τιμή λιανικής', 'Γραμμωτός κώδικας', 'Απόθεμα', 'Κατασκευαστής']],
  ['Slovak', ['Kód tovaru', 'Názov produktu', 'Cena s DPH', 'Čiarový kód', 'Počet kusov', 'Výrobca']],
  ['Croatian', ['Šifra artikla', 'Naziv artikla', 'Prodajna cijena', 'Barkod', 'Zaliha', 'Proizvođač']],
  ['Japanese', ['商品コード', '商品名', '販売価格（税込）', 'JANコード', '在庫数', 'ブランド']],
  ['Chinese', ['货号', '商品名称', '售价', '条形码', '库存', '品牌']],
  ['Korean', ['상품코드', '상품명', '판매가', '바코드', '재고수량', '브랜드']],
  ['Ukrainian', ['Артикул', 'Назва товару', 'Роздрібна ціна', 'Штрихкод', 'Кількість', 'Виробник']],
  ['Bulgarian', ['Код на продукта', 'Име на продукта', 'Цена с ДДС', 'Баркод', 'Наличност', 'Производител']],
])('the columns of a %s list have their meanings [IMPORT-17]', (_language, headers) => {
  const types = headers.map((header) => semanticTypeOf(header) ?? priceRole(header))
  expect(types).toEqual(['sku', 'name', 'price', 'gtin', 'stock', 'vendor'])
})

test('the first of numbered columns has the meaning of its name, the others have none [IMPORT-17]', () => {
  expect(['Barcode-1', 'Barcode-2', 'SalesPrice 1'].map((header) => semanticTypeOf(header))).toEqual([
    'gtin',
    undefined,
    'price',
  ])
})
