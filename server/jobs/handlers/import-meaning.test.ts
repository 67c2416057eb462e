import { expect, test } from 'vitest'
import { channelKeys } from '#shared/channels.ts'
import { parse } from 'csv-parse/sync'
import { counts, JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

const headersOf: Readonly<Record<string, string>> = {
  French: 'Référence;Nom du produit;Description;Prix de vente;Marque;Catégorie;EAN;Photo;Quantité;Couleur',
  Spanish: 'Referencia;Nombre;Descripción;Precio;Fabricante;Categoría;EAN;Imagen;Existencias;Color',
  Dutch: 'Artikelnummer;Productnaam;Omschrijving;Prijs;Merk;Categorie;EAN;Afbeelding;Voorraad;Kleur',
  Polish: 'Kod produktu;Nazwa;Opis;Cena;Producent;Kategoria;EAN;Zdjęcie;Ilość;Kolor',
  Portuguese: 'Referência;Nome;Descrição;Preço;Marca;Categoria;EAN;Imagem;Quantidade;Cor',
  Swedish: 'Artikelnummer;Benämning;Beskrivning;Pris;Varumärke;Kategori;EAN;Bild;Lagersaldo;Färg',
  Czech: 'Kód zboží;Název;Popis;Cena;Výrobce;Kategorie;EAN;Obrázek;Množství;Barva',
  Russian: 'Артикул;Наименование товара;Описание;Розничная цена;Бренд;Категория;Штрихкод;Фото;Остаток;Цвет',
}
const row = (sku: string, category: string, gtin: string, image: string): string =>
  `${sku};Lamp ${sku};Light for all;12,50;Acme;${category};${gtin};https://img.example.com/${image};5;Red`

test.each(Object.entries(headersOf))(
  'a list in %s becomes products with vendors, a tree of categories, pictures and what channels take [IMPORT-36] [CHANNEL-12]',
  async (_language, headers) => {
    await using workspace = await JobWorkspace.open()
    for (const key of channelKeys)
      await workspace.threads.call('enableChannel', { key, faults: [], context: ownerContext })
    const file = [
      headers,
      row('A-1', 'Home > Light', '4006381550703', 'a.jpg'),
      row('A-2', 'Home > Garden', '4006381550710', 'b.jpg'),
    ].join('\n')

    const { result } = await workspace.import(file)
    expect(result).toMatchObject(counts(2, 0, 0, 0))

    expect((await workspace.entities('vendor')).map(({ label }) => label)).toEqual(['Acme'])
    const categories = await workspace.entities('category')
    const labelOf = (id: string | null) => categories.find((one) => one.id === id)?.label ?? null
    expect(categories.map(({ label, parent_id: parent }) => [labelOf(parent), label])).toEqual([
      [null, 'Home'],
      ['Home', 'Light'],
      ['Home', 'Garden'],
    ])

    const { job, bytes } = await workspace.export({ channel: 'shopify' })
    expect(job.status).toBe('completed')
    const [first] = parse<Record<string, string>>(bytes.toString(), { columns: true, bom: true })
    expect(first).toMatchObject({
      Title: 'Lamp A-1',
      SKU: 'A-1',
      Vendor: 'Acme',
      Price: '12.5',
      Barcode: '4006381550703',
      'Inventory quantity': '5',
      'Product image URL': 'https://img.example.com/a.jpg',
    })
    const [code] = await workspace.definitions()
    expect((await workspace.import(file, { merge_key: code?.key })).result).toMatchObject(counts(0, 0, 2, 0))
  },
)

test('who says not to create vendors gets none, and ids of another program are no names [IMPORT-36]', async () => {
  await using workspace = await JobWorkspace.open()
  const ids = 'SKU;Category\nA-1;17\nA-2;18\n'
  await workspace.import(ids)
  expect(await workspace.entities('category')).toEqual([])
  expect((await workspace.dataTypes())['category']).not.toMatch(/reference/)

  await workspace.import('SKU;Brand\nA-3;Acme\n', { create_missing_vendors: false })
  expect(await workspace.entities('vendor')).toEqual([])
})
