import { describe, expect, test } from 'vitest'
import { toPlainText } from './source-text.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const html = (text: string) => toPlainText(bytes(text), { mediaType: 'text/html' })

describe('the text of a page', () => {
  test.each([
    ['blocks are lines', '<h1>Oak</h1><p>oiled<br>by hand</p>', 'Oak\noiled\nby hand'],
    ['parts of a line stay in it', '<p>a <b>b</b><i>c</i>  d</p>', 'a bc d'],
    ['cells are apart', '<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['what nobody reads is left out', 'a<script>b<p></script>c<style>d</style><!-- e > f -->g', 'a\nc\ng'],
    ['a script in capitals', 'a<SCRIPT>b</SCRIPT >c', 'a\nc'],
    ['a script without an end', 'a<script>b', 'a'],
    ['entities', '&lt;p&gt; &amp;amp; &#233; &#x1F9AA; &#0; &nope;', '<p> &amp; é 🦪 \u{fffd} &nope;'],
    ['a sign that is no markup', '3 < 4 and <5', '3 < 4 and <5'],
    ['letters whose lower case is longer', 'İİİ<p>a</p>', 'İİİ\na'],
    ['a comment without an end', 'a<!-- b', 'a'],
  ])('%s', (_name, page, text) => {
    expect(html(page)).toBe(text)
  })

  test('a page made to be slow is read in one pass', () => {
    const parts = ['<script>', '<', '<!--', '&#', '<p '].map((part) => part.repeat(200_000))
    for (const part of parts) expect(() => html(`a${part}`)).not.toThrow()
  })
})

describe('the encoding', () => {
  test.each([
    ['UTF-8 with a mark', bytes('\u{feff}Bügel'), 'text/plain'],
    ['UTF-16 with a mark', bytes('\u{feff}Bügel', 'utf16le'), 'text/plain'],
    ['what the server says', bytes('Bügel', 'latin1'), 'text/plain; charset="iso-8859-1"'],
    ['what is no UTF-8', bytes('Bügel', 'latin1'), 'text/plain; charset=utf-8'],
    ['a charset that nobody knows', bytes('Bügel'), 'text/plain; charset=x-nope'],
  ])('%s', (_name, content, mediaType) => {
    expect(toPlainText(content, { mediaType })).toBe('Bügel')
  })

  test('what the page says', () => {
    const page = bytes('<meta charset="windows-1251"><p>\xcb\xe0\xec\xef\xe0', 'latin1')
    expect(toPlainText(page, { mediaType: 'text/html' })).toBe('Лампа')
  })
})

test.each([
  ['application/pdf', '', 'application/pdf'],
  ['image/png', '.txt', 'image/png'],
  ['', '.exe', '.exe'],
  ['', '', 'without an extension'],
])('%s %s is not read', (mediaType, extension, told) => {
  expect(() => toPlainText(bytes('x'), { mediaType, extension })).toThrow(told)
})

test.each([
  ['application/octet-stream', '.md'],
  ['application/vnd.api+json', ''],
  ['text/x-anything', ''],
  [undefined, '.CSV'],
])('%s %s is read as it is', (mediaType, extension) => {
  expect(toPlainText(bytes('a\r\nb\n'), { mediaType, extension })).toBe('a\nb')
})
