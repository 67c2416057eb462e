import { expect, test } from 'vitest'
import { htmlToText, plainText } from './html-to-text.ts'

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
  expect(htmlToText(page)).toBe(text)
})

test('a page made to be slow is read in one pass', () => {
  const parts = ['<script>', '<', '<!--', '&#', '<p '].map((part) => part.repeat(200_000))
  for (const part of parts) expect(() => htmlToText(`a${part}`)).not.toThrow()
})

test.each([
  [
    '<p>Warm &amp; bright,\nfor <b>every</b> table.</p><ul><li>a</li><li>b</li></ul>',
    'Warm & bright, for every table.\na\nb',
  ],
  ['no markup: 3 < 4 & 5\n\nstays  as it is ', 'no markup: 3 < 4 & 5\n\nstays  as it is '],
  ['&eacute;t&#233;', 'été'],
])('rich text %j reads as %j', (rich, text) => {
  expect(plainText(rich)).toBe(text)
})
