import { counts, JobWorkspace } from '../../../../testing/job-workspace.ts'
import {
  countEntities,
  readCategories,
  readProducts,
  golden,
  nothingLeft,
  ShopImport,
} from '../../../../testing/shop-products.ts'
import { readFileSync } from 'node:fs'
import { describe, test, expect } from 'vitest'

async function lookInto(workspace: JobWorkspace) {
  return {
    counts: await countEntities(workspace),
    categories: await readCategories(workspace),
    types: await workspace.dataTypes(),
    products: await readProducts(workspace),
  }
}

function expected(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../shapes/goldens/${name}.json`, import.meta.url), 'utf8'))
}

describe('a feed of Google as XML', () => {
  test('becomes products with variants, pictures and categories, and what is of no product is left out [IMPORT-14, IMPORT-27]', async () => {
    await using workspace = await JobWorkspace.open()
    const { result } = await workspace.import(await golden('google.xml'))
    expect(result).toMatchObject({
      format: 'xml',
      encoding: 'utf-8',
      shape: 'google',
      created: 5,
      failed: 0,
      ignored_columns: ['shipping'],
      // One of the two currencies is the column's unit.
      refused_cells: [{ column: 'price', cells: 1 }],
    })
    expect(await lookInto(workspace)).toEqual(expected('google-xml'))
  })

  test('as Atom, with another prefix and in UTF-16, it reads alike [IMPORT-27]', async () => {
    await using workspace = await JobWorkspace.open()
    const feed = `<?xml version="1.0" encoding="utf-16"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:base="http://base.google.com/ns/1.0">
  <title>Shop</title><updated>2026-11-02T10:00:00Z</updated>
  <entry>
    <id>tag:shop.example.org,2026:1</id>
    <title>Bärenmütze</title>
    <link rel="alternate" href="https://shop.example.org/muetze"/>
    <summary>Warm &#228;ußerst</summary>
    <updated>2026-11-02T10:00:00Z</updated>
    <base:id>MUETZE</base:id>
    <base:price>19.90 EUR</base:price>
    <base:image_link>https://shop.example.org/muetze.jpg</base:image_link>
    <media:thumbnail url="https://shop.example.org/klein.jpg"/>
  </entry>
</feed>`
    const { result } = await workspace.import(Buffer.from(`\uFEFF${feed}`, 'utf16le'))
    expect(result).toMatchObject({ shape: 'google', encoding: 'utf-16le', created: 1, failed: 0 })
    expect(await readProducts(workspace)).toEqual([
      {
        sku: 'MUETZE',
        title: 'Bärenmütze',
        description: 'Warm äußerst',
        link: 'https://shop.example.org/muetze',
        image: 'https://shop.example.org/muetze.jpg',
        price: 19.9,
      },
    ])
  })
})

test.each(['google.xml', 'bmecat.xml', 'gs1.xml'])(
  '%s again changes nothing, and its undo leaves nothing, attributes included [IMPORT-14, IMPORT-18]',
  async (name) => {
    const left = { ...nothingLeft.left, attributes: [] }
    await using shop = await ShopImport.run([name])
    expect(await shop.repeatAndUndo()).toEqual({ ...nothingLeft, left })
  },
)

test('sizes in another unit of the same measure are converted, others get attributes of their own, and those again [IMPORT-17, IMPORT-27]', async () => {
  await using workspace = await JobWorkspace.open()
  const height = { key: 'height', name: 'Height', entity_type: 'product', data_type: 'number' } as const
  await workspace.define({ ...height, constraints: { unit: 'cm' } })
  await workspace.define({ ...height, key: 'depth', name: 'Depth', constraints: { unit: 'W' } })
  const content = await golden('gs1.xml')
  const { result } = await workspace.import(content)
  expect(result).toMatchObject({ mapping: { height: 'height', depth: 'depth_2' }, created: 3, failed: 0 })
  expect(result).not.toHaveProperty('refused_cells')
  expect(await readProducts(workspace)).toContainEqual(expect.objectContaining({ height: 12, depth_2: 245 }))
  expect((await workspace.import(content)).result).toMatchObject({ unchanged: 3, created_attributes: [] })
})

/** BMEcat 1.2 has other names for the same, and declares a document type that need not be read. */
async function asBmecat12(): Promise<Buffer> {
  const text = new TextDecoder('latin1').decode(await golden('bmecat.xml'))
  const older = text
    .replace('version="2005"', 'version="1.2"')
    .replace('<BMECAT', '<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog_1_2.dtd">\n<BMECAT')
    .replaceAll(/(<\/?)PRODUCT\b(?!_TO)/g, '$1ARTICLE')
    .replaceAll(/(<\/?)PRODUCT_/g, '$1ARTICLE_')
    .replaceAll('PROD_ID', 'ART_ID')
    .replaceAll('SUPPLIER_PID', 'SUPPLIER_AID')
    .replaceAll('MANUFACTURER_PID', 'MANUFACTURER_AID')
    .replaceAll('<ARTICLE_LOGISTIC_DETAILS>', '<PRODUCT_LOGISTIC_DETAILS>')
    .replaceAll('</ARTICLE_LOGISTIC_DETAILS>', '</PRODUCT_LOGISTIC_DETAILS>')
    .replaceAll('<ARTICLE_DIMENSIONS>', '<PRODUCT_DIMENSIONS>')
    .replaceAll('</ARTICLE_DIMENSIONS>', '</PRODUCT_DIMENSIONS>')
    .replaceAll(/<INTERNATIONAL_PID type="ean">(\d+)<\/INTERNATIONAL_PID>/g, '<EAN>$1</EAN>')
  return Buffer.from(older, 'latin1')
}

describe('a catalog of BMEcat', () => {
  test('tells what is left out and which language is taken [IMPORT-27]', async () => {
    await using workspace = await JobWorkspace.open()
    const { result } = await workspace.import(await golden('bmecat.xml'))
    expect(result).toMatchObject({
      format: 'xml',
      encoding: 'windows-1252',
      language: { taken: 'deu', left_out: ['eng'] },
      left_out_rows: [{ reason: 'deleted', count: 1, rows: [4] }],
    })
  })

  test('is read in the language that is asked for, by any code for it, and refused in one that it does not have [IMPORT-30]', async () => {
    await using workspace = await JobWorkspace.open()
    const { result } = await workspace.import(await golden('bmecat.xml'), { language: 'en' })
    expect(result).toMatchObject({ language: { taken: 'eng', left_out: ['deu'] } })
    const usual = await workspace.import(await golden('bmecat.xml'), { language: 'ger', dry_run: true })
    expect(usual.result).toMatchObject({ language: { taken: 'deu', left_out: ['eng'] } })
    const none = await workspace.import(await golden('bmecat.xml'), { language: 'fr' })
    expect([none.status, JSON.stringify(none.result)]).toEqual([
      'failed',
      expect.stringContaining('The file has no texts in fr. It has them in deu, eng'),
    ])
    for (const [content, kind] of [
      ['sku\nA\n', 'this file is CSV'],
      ['[{"sku":"A"}]', 'this file is JSON'],
      [await golden('google.xml'), 'A feed for Google has its texts in one language'],
    ] as const)
      expect(JSON.stringify((await workspace.import(content, { language: 'de' })).result)).toContain(
        `${kind}. Leave the language out.`,
      )
    await expect(workspace.enqueue('', { language: 'German!' })).rejects.toThrow(
      'Expected the code of a language',
    )
  })

  test('of version 1.2 it reads alike [IMPORT-14, IMPORT-27]', async () => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(await asBmecat12())
    expect(await lookInto(workspace)).toEqual(expected('bmecat'))
  })

  test('without addresses its pictures are names of files, and a product without a number is told [IMPORT-27]', async () => {
    await using workspace = await JobWorkspace.open()
    const product = (id: string) =>
      `<PRODUCT><SUPPLIER_PID>${id}</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Bolt</DESCRIPTION_SHORT></PRODUCT_DETAILS><MIME_INFO><MIME><MIME_SOURCE>a/bolt.jpg</MIME_SOURCE></MIME></MIME_INFO></PRODUCT>`
    const { result } = await workspace.import(
      `<BMECAT><T_NEW_CATALOG>${product('A')}${product('')}</T_NEW_CATALOG></BMECAT>`,
    )
    expect(result).toMatchObject({
      created: 1,
      failed: 1,
      errors: [{ row: 2, issue: expect.stringContaining('has no SUPPLIER_PID') }],
    })
    expect(await readProducts(workspace)).toEqual([{ sku: 'A', title: 'Bolt', image_file: 'a/bolt.jpg' }])
  })
})

describe('what BMEcat says besides', () => {
  const wrap = (transaction: string, products: string) =>
    `<?xml version="1.0"?><BMECAT version="2005"><HEADER><CATALOG><CURRENCY>EUR</CURRENCY></CATALOG></HEADER><${transaction}>${products}</${transaction}></BMECAT>`
  const price = (amount: string, bound: string) =>
    `<PRODUCT_PRICE price_type="net_customer"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT><PRICE_FLAG type="incl_freight">true</PRICE_FLAG><LOWER_BOUND>${bound}</LOWER_BOUND></PRODUCT_PRICE>`
  const catalog = wrap(
    'T_NEW_CATALOG',
    `<CLASSIFICATION_SYSTEM><CLASSIFICATION_GROUPS>
<CLASSIFICATION_GROUP><CLASSIFICATION_GROUP_ID>27</CLASSIFICATION_GROUP_ID><CLASSIFICATION_GROUP_NAME>Elektrik</CLASSIFICATION_GROUP_NAME></CLASSIFICATION_GROUP>
<CLASSIFICATION_GROUP><CLASSIFICATION_GROUP_ID>2714</CLASSIFICATION_GROUP_ID><CLASSIFICATION_GROUP_NAME>Klemmen</CLASSIFICATION_GROUP_NAME><CLASSIFICATION_GROUP_PARENT_ID>27</CLASSIFICATION_GROUP_PARENT_ID></CLASSIFICATION_GROUP>
</CLASSIFICATION_GROUPS></CLASSIFICATION_SYSTEM>
<PRODUCT mode="new"><SUPPLIER_PID>K-1</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Klemme 2,5 mm&amp;sup2; &middot; grau</DESCRIPTION_SHORT>
<SUPPLIER_ALT_PID>ALT-1</SUPPLIER_ALT_PID><SPECIAL_TREATMENT_CLASS type="GGVS">4.1</SPECIAL_TREATMENT_CLASS><PRODUCT_STATUS type="new">Neuheit</PRODUCT_STATUS></PRODUCT_DETAILS>
<PRODUCT_FEATURES><REFERENCE_FEATURE_GROUP_ID>2714</REFERENCE_FEATURE_GROUP_ID>
<FEATURE><FTEMPLATE><FT_ID>AA0</FT_ID><FT_NAME>Nennspannung</FT_NAME><FT_UNIT>VLT</FT_UNIT></FTEMPLATE><FVALUE>24</FVALUE><FDESCR>so</FDESCR></FEATURE></PRODUCT_FEATURES>
<PRODUCT_ORDER_DETAILS><PRICE_QUANTITY>100</PRICE_QUANTITY></PRODUCT_ORDER_DETAILS>
<PRODUCT_PRICE_DETAILS>${price('950', '500')}${price('1050', '1')}</PRODUCT_PRICE_DETAILS>
<USER_DEFINED_EXTENSIONS><UDX.EDXF.DISCOUNT_GROUP>R7</UDX.EDXF.DISCOUNT_GROUP><UDX.EDXF.PACKING_UNITS><A>1</A></UDX.EDXF.PACKING_UNITS></USER_DEFINED_EXTENSIONS></PRODUCT>`,
  )

  test('numbers, tiers, prices of one, templates with units and classes are read, and what no attribute takes is told [IMPORT-46]', async () => {
    await using workspace = await JobWorkspace.open()
    const { result } = await workspace.import(catalog)
    expect(await readCategories(workspace)).toEqual(['Elektrik', 'Elektrik > Klemmen'])
    expect(await readProducts(workspace)).toEqual([
      {
        sku: 'K-1',
        title: 'Klemme 2,5 mm² · grau',
        supplier_alt_pid: 'ALT-1',
        special_treatment_class: 4.1,
        product_status: 'Neuheit',
        price: 10.5,
        price_net_customer_eur_from_500: 9.5,
        nennspannung: 24,
        categories: ['Klemmen'],
        classification: '2714',
        udx_edxf_discount_group: 'R7',
      },
    ])
    const leftOut = 'PRICE_FLAG (2), FDESCR (1), UDX.EDXF.PACKING_UNITS (1)'
    expect(result).toMatchObject({
      notes: [
        { message_code: 'file.parts_left_out', values: { count: 4, names: leftOut } },
        { message_code: 'file.prices_for_one', values: { count: 2 } },
      ],
    })
  })

  test('an update of prices changes prices alone, and creates nothing [IMPORT-46]', async () => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(catalog)
    const [before] = await readProducts(workspace)
    const product = (id: string) =>
      `<PRODUCT mode="update"><SUPPLIER_PID>${id}</SUPPLIER_PID><PRODUCT_PRICE_DETAILS>${price('11', '1')}</PRODUCT_PRICE_DETAILS></PRODUCT>`
    const update = wrap('T_UPDATE_PRICES', product('K-1') + product('K-2'))
    const { id, result } = await workspace.import(update)
    expect(result).toMatchObject({
      ...counts(0, 1, 0, 1),
      errors: [{ row: 2, field: 'SUPPLIER_PID', issue: expect.stringContaining('only says what changes') }],
    })
    expect(await readProducts(workspace)).toEqual([{ ...before, price: 11 }])
    await workspace.undo(id)
    expect(await readProducts(workspace)).toEqual([before])
  })

  test('an update of products changes only what it says of them [IMPORT-46]', async () => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(catalog)
    const [before] = await readProducts(workspace)
    const details = '<PRODUCT_DETAILS><DESCRIPTION_SHORT>Klemme, blau</DESCRIPTION_SHORT></PRODUCT_DETAILS>'
    const { result } = await workspace.import(
      wrap(
        'T_UPDATE_PRODUCTS',
        `<PRODUCT mode="update"><SUPPLIER_PID>K-1</SUPPLIER_PID>${details}</PRODUCT>`,
      ),
    )
    expect(result).toMatchObject(counts(0, 1, 0, 0))
    expect(await readProducts(workspace)).toEqual([{ ...before, title: 'Klemme, blau' }])
  })
})

const start = '<?xml version="1.0"?>'

const refused: readonly (readonly [what: string, content: string | Buffer, sentence: string])[] = [
  [
    'without anything like rows',
    `${start}<catalog><product/></catalog>`,
    'The XML begins with <catalog> and has no element that could be a row: none has attributes, or elements below it. Export the products as a feed (XML), or as a table (CSV or XLSX), and import that file.',
  ],
  ['of news', '<rss><channel><item><title>Rain</title></item></channel></rss>', 'The feed holds no products'],
  [
    'with entities of its own',
    `${start}<!DOCTYPE rss [<!ENTITY a "b">]><rss>&a;</rss>`,
    'declares a document type with entities of its own',
  ],
  ['nested too deep', `<rss>${'<a>'.repeat(200)}`, 'nested deeper than 100 levels'],
  [
    'with a crowd of attributes',
    `<rss ${Array.from({ length: 101 }, (_, at) => `a${at}=""`).join(' ')}/>`,
    'more than 100 attributes',
  ],
  ['with a text that is too long', `<rss><title>${'x'.repeat(9_000_000)}`, 'Row 1 is longer than 8 MiB'],
  [
    'that breaks off',
    '<rss><channel>\n<item><price>1</price></item>\n',
    'The file is not valid XML, in line 3: Unclosed root tag.',
  ],
  [
    'with an entity that neither XML nor HTML has',
    '<rss><channel>\n<item><price>1&space;EUR</price></item></channel></rss>',
    'The file is not valid XML, in line 2: Invalid character entity.',
  ],
  [
    'in an encoding that is not read',
    '<?xml version="1.0" encoding="ebcdic"?><rss/>',
    'The XML says that it is in ebcdic, which is not read. Save it as UTF-8.',
  ],
  [
    'that is not in the encoding it says',
    Buffer.from('<?xml version="1.0" encoding="utf-8"?><rss><channel>\xe4</channel></rss>', 'latin1'),
    'The XML is not in the encoding that it says it is in (utf-8).',
  ],
]

test.each(refused)('XML %s is refused with a sentence [IMPORT-27]', async (_, content, sentence) => {
  await using workspace = await JobWorkspace.open()
  const { status, result } = await workspace.import(content)
  expect({ status, result }).toMatchObject({
    status: 'failed',
    result: { error: { message: expect.stringContaining(sentence) } },
  })
})
