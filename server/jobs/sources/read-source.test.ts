import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { zipBytes } from '../../testing/zip-bytes.ts'
import { readSource } from './read-source.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const page = (html: string, url?: string) => readSource({ bytes: bytes(html), mediaType: 'text/html', url })
const text = async (html: string, url?: string) => (await page(html, url)).text

describe('the text of a page, as Markdown', () => {
  test.each([
    ['headings and blocks', '<h1>Oak &amp; ash</h1><p>oiled<p>by hand', '# Oak & ash\n\noiled\n\nby hand'],
    ['parts of a line', '<p>a <b>b</b> <i>c</i>  d</p>', 'a **b** _c_ d'],
    ['lists', '<ul><li>a<li>b</ul>', '-   a\n-   b'],
    ['what nobody reads', '<p>a<script>b<p></script>c<style>d</style><!-- e > f --></p><nav>x</nav>', 'ac'],
    ['what is hidden', '<p>a</p><p hidden>b</p><div aria-hidden="true">c</div>', 'a'],
  ])('%s', async (_name, html, markdown) => {
    expect(await text(html)).toBe(markdown)
  })

  test('links and pictures are whole addresses; those that lead nowhere are text', async () => {
    const html = '<p><a href="/b">b</a> <a href="javascript:x()">c</a> <img src="d.png" alt="d [e]"></p>'
    expect(await text(html, 'https://shop.example/a/')).toBe(
      '[b](https://shop.example/b) c ![d e](https://shop.example/a/d.png)',
    )
  })

  test('tables are Markdown tables, and data; cells that span fill their places', async () => {
    const html = `<table><caption>Sizes</caption><tr><th>Size<th colspan=2>Width
      <tr><td rowspan=2>S<td>1<td>a|b<tr><td>2<br>3<td>c</table>`
    const { text: markdown, tables } = await page(html)
    expect(markdown).toContain(
      '| Size | Width | Width |\n| --- | --- | --- |\n| S | 1 | a\\|b |\n| S | 2 3 | c |',
    )
    expect(tables).toEqual([
      {
        name: 'Sizes',
        columns: ['Size', 'Width', 'Width'],
        rows: [
          ['S', '1', 'a|b'],
          ['S', '2 3', 'c'],
        ],
        rows_truncated: false,
      },
    ])
  })

  test('a table that only lays out is no data', async () => {
    const { text: markdown, tables } = await page(
      '<table><tr><td><p>a</p><td><table><tr><td>b</table></table>',
    )
    expect(tables).toEqual([])
    expect(markdown).toMatch(/a\s+b/)
  })

  test('the article is taken without what is round it, unless it is only a part', async () => {
    const prose =
      '<p>Oak is a hard and durable wood, and it is oiled by hand, twice, in the workshop.</p>'.repeat(9)
    const menu = '<div class="menu"><a href="/x">Shop</a></div>'
    expect(await text(`<body>${menu}<article><h2>Oak</h2>${prose}</article></body>`)).not.toContain('Shop')
    const half = `<article>${prose}</article><div class="specs">${'<p>Width 120 cm</p>'.repeat(60)}</div>`
    expect(await text(`<body>${half}</body>`)).toContain('Width 120 cm')
  })

  test('the title is told', async () => {
    expect((await page('<title> Oak\n chair </title><p>a')).title).toBe('Oak chair')
    expect((await page('<meta property="og:title" content="Ash"><title>b</title><p>a')).title).toBe('Ash')
  })

  test('can be had in one pass, without structure', async () => {
    const request = { bytes: bytes('<h1>Oak</h1><p>oiled'), mediaType: 'text/html', isPlain: true }
    expect(await readSource(request)).toMatchObject({
      text: 'Oak\noiled',
      notes: [expect.stringContaining('bare text')],
    })
  })

  test('elements in each other by the thousand do not stop it', async () => {
    expect(await text(`${'<div>'.repeat(8000)}Oak`)).toBe('Oak')
  })
})

describe('the encoding', () => {
  test.each([
    ['UTF-8 with a mark', bytes('\u{feff}Bügel'), 'text/plain'],
    ['UTF-16 with a mark', bytes('\u{feff}Bügel', 'utf16le'), 'text/plain'],
    ['what the server says', bytes('Bügel', 'latin1'), 'text/plain; charset="iso-8859-1"'],
    ['what is no UTF-8', bytes('Bügel', 'latin1'), 'text/plain; charset=utf-8'],
    ['a charset that nobody knows', bytes('Bügel'), 'text/plain; charset=x-nope'],
  ])('%s', async (_name, content, mediaType) => {
    expect((await readSource({ bytes: content, mediaType })).text).toBe('Bügel')
  })

  test('what the page says', async () => {
    const content = bytes('<meta charset="windows-1251"><p>\xcb\xe0\xec\xef\xe0', 'latin1')
    expect((await readSource({ bytes: content, mediaType: 'text/html' })).text).toBe('Лампа')
  })
})

const word = (body: string) =>
  zipBytes({
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
    'docProps/core.xml': '<cp:coreProperties><dc:title>Oak</dc:title></cp:coreProperties>',
  })
const run = (words: string, properties = '') => `<w:p>${properties}<w:r><w:t>${words}</w:t></w:r></w:p>`
const cell = (words: string) => `<w:tc>${run(words)}</w:tc>`

describe('files', () => {
  test('a Word document: headings, lists, breaks and tables', async () => {
    const body = [
      run('Oak &amp; ash', '<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>'),
      '<w:p><w:r><w:t>oiled</w:t><w:br/><w:t>by hand</w:t></w:r><w:del><w:r><w:t>gone</w:t></w:r></w:del></w:p>',
      run('a', '<w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr>'),
      run('b', '<w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr>'),
      `<w:tbl><w:tr>${cell('Size')}${cell('Width')}</w:tr><w:tr>${cell('S')}${cell('1')}</w:tr></w:tbl>`,
    ].join('')
    expect(await readSource({ bytes: word(body), extension: '.docx' })).toMatchObject({
      format: 'docx',
      title: 'Oak',
      text: '# Oak & ash\n\noiled\nby hand\n\n- a\n  - b\n\n| Size | Width |\n| --- | --- |\n| S | 1 |',
      tables: [{ columns: ['Size', 'Width'], rows: [['S', '1']] }],
    })
  })

  test('a workbook: each visible sheet a heading and a table, texts as they are', async () => {
    const rows = [
      ['SKU', 'Made', 'Price'],
      ['007', new Date('2026-01-05T00:00:00Z'), 12.5],
    ]
    const book = await writeXlsx({
      sheets: [
        { name: 'Chairs', rows },
        { name: 'Empty', rows: [] },
        { name: 'Secret', rows, hidden: true },
      ],
    })
    const { text: markdown, tables } = await readSource({ bytes: book })
    expect(markdown).toBe(
      '## Chairs\n\n| SKU | Made | Price |\n| --- | --- | --- |\n| 007 | 2026-01-05 | 12.5 |',
    )
    expect(tables).toMatchObject([{ name: 'Chairs', rows: [['007', '2026-01-05', '12.5']] }])
  })

  test('a number of a workbook with the zeros in front that its format shows', async () => {
    const book = await writeXlsx({
      sheets: [{ name: 'S', columns: [{ numFmt: '00000' }, {}], rows: [[123, true]] }],
    })
    expect((await readSource({ bytes: book })).text).toBe('## S\n\n| 00123 | true |\n| --- | --- |')
  })

  test('a workbook without its list of sheets is refused with a sentence', async () => {
    const book = zipBytes({ 'xl/workbook.xml': '' })
    await expect(readSource({ bytes: book })).rejects.toThrow('The file is no workbook')
  })

  test('a CSV file is a table', async () => {
    const reading = await readSource({ bytes: bytes('a;b\n"1\n2";3\n4\n'), extension: '.CSV' })
    expect(reading).toMatchObject({
      format: 'csv',
      text: '| a | b |\n| --- | --- |\n| 1 2 | 3 |\n| 4 |  |',
      tables: [{ columns: ['a', 'b'], rows: [['1\n2', '3'], ['4']] }],
    })
  })

  test('a first line of CSV that tells the delimiter is no row', async () => {
    const reading = await readSource({ bytes: bytes('sep=;\r\na;b\r\n1,2;3\r\n'), extension: '.csv' })
    expect(reading).toMatchObject({ tables: [{ columns: ['a', 'b'], rows: [['1,2', '3']] }] })
  })

  test('a PDF: its text, page by page', async () => {
    const reading = await readSource({ bytes: pdf('BT /F1 12 Tf 72 700 Td (Oak, oiled.) Tj ET') })
    expect(reading).toMatchObject({ format: 'pdf', text: 'Oak, oiled.' })
    await expect(readSource({ bytes: pdf('') })).rejects.toThrow('pictures of its pages')
    await expect(readSource({ bytes: bytes('%PDF-1.7 nothing else') })).rejects.toThrow('damaged')
  })

  test.each([
    ['what is called text and is a page', bytes('<!DOCTYPE html><h1>Oak</h1>'), 'text/plain', 'html'],
    ['what is called a page and is a PDF', pdf('BT /F1 12 Tf (Oak) Tj ET'), 'text/html', 'pdf'],
    ['what is called bytes and is Word', word(run('Oak')), 'application/octet-stream', 'docx'],
    ['what calls itself some text', bytes('Oak'), 'text/x-anything', 'text'],
    ['data in JSON', bytes('{"wood":"oak"}'), 'application/vnd.api+json', 'text'],
  ])('%s is known by its content', async (_name, content, mediaType, format) => {
    expect((await readSource({ bytes: content, mediaType })).format).toBe(format)
  })

  test.each([
    ['a picture', bytes('\x89PNG\r\n', 'latin1'), '.txt', 'a PNG picture'],
    ['an old Office file', bytes('\xd0\xcf\x11\xe0', 'latin1'), '.doc', 'save it as DOCX'],
    ['some other archive', zipBytes({ 'a.txt': 'a' }), '.zip', 'a packed file'],
    ['an unknown extension', bytes('x'), '.exe', '.exe'],
    ['no extension', bytes('x'), '', 'without an extension'],
    ['a text with zeros', bytes('a\0b'), '.txt', 'not a text'],
    ['nothing', bytes(' \n'), '.txt', 'no text'],
    ['a damaged archive', bytes('PK\x03\x04 and no directory'), '.docx', 'damaged'],
    ['a document that ends early', word(run('Oak')).subarray(0, -30), '.docx', 'damaged'],
    ['a document with a password', locked(word(run('Oak'))), '.docx', 'protected by a password'],
  ])('%s is refused with the reason', async (_name, content, extension, reason) => {
    await expect(readSource({ bytes: content, extension })).rejects.toThrow(reason)
  })

  test('a text of more than 8 MiB is told with its size', async () => {
    const most = 'x'.repeat(8 * 1024 * 1024)
    expect((await readSource({ bytes: bytes(most), mediaType: 'text/plain' })).text).toHaveLength(most.length)
    await expect(readSource({ bytes: bytes(`${most}x`), mediaType: 'text/plain' })).rejects.toThrow(
      /8,388,609 bytes .* 8,388,608 bytes/,
    )
  })

  test('archives that unpack to more than they say, or to more than is sensible, are refused', async () => {
    const huge = run('x'.repeat(2_000_000))
    const parts = { 'word/document.xml': huge }
    await expect(readSource({ bytes: zipBytes(parts, 1000) })).rejects.toThrow('unpacks to more')
    await expect(readSource({ bytes: zipBytes(parts, 2 ** 31) })).rejects.toThrow('unpacks to more')
  })
})

function locked(zip: Buffer): Buffer {
  zip.writeUInt16LE(1, zip.indexOf('PK\x01\x02') + 8)
  return zip
}

function pdf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return bytes(
    `${file}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`,
  )
}
