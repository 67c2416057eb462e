import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TextEncoding } from '#shared/imports.ts'
import { counts, JobWorkspace } from '../../../testing/job-workspace.ts'
import { guessEncoding } from './guess-encoding.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encodings-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function guess(text: string, encoding: TextEncoding) {
  const file = join(folder, 'list.csv')
  const bytes = iconv.encode(text, encoding)
  expect(iconv.decode(bytes, encoding)).toBe(text)
  await writeFile(file, bytes)
  const { encoding: found, doubt } = await guessEncoding(file, AbortSignal.timeout(5000))
  return { text: iconv.decode(bytes, found), doubt }
}

const western: readonly TextEncoding[] = ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850']
const central: readonly TextEncoding[] = ['windows-1250', 'iso-8859-2', 'maccenteuro', 'cp852']
const cyrillic: readonly TextEncoding[] = ['windows-1251', 'koi8-r', 'cp866']

const lists: readonly (readonly [language: string, encodings: readonly TextEncoding[], text: string])[] = [
  [
    'German',
    [...western, 'cp437'],
    'Nr;Bezeichnung\n1;Türgriff für Außentüren\n2;Gehäuse, weiß\n3;Schlüssel groß\n',
  ],
  [
    'French',
    western,
    'Réf;Désignation\n1;Théière émaillée\n2;Crème brûlée à la carte\n3;Évier en grès, façade\n',
  ],
  ['Spanish', western, 'Ref;Descripción\n1;Lámpara de pie pequeña\n2;Sillón cómodo\n3;Año de fabricación\n'],
  ['Italian', western, 'Codice;Descrizione\n1;Qualità più alta\n2;Tè al limone\n3;Città e libertà\n'],
  ['Dutch', western, 'Nr;Omschrijving\n1;Zeeën van tijd\n2;Koffie met één suiker\n3;Geïsoleerde ruïne\n'],
  ['Portuguese', western, 'Ref;Descrição\n1;Fogão a gás\n2;Pães e maçãs\n3;Coleção única de verão\n'],
  ['Swedish', western, 'Nr;Benämning\n1;Bänk för trädgården\n2;Låda, blå\n3;Kök och skåp\n'],
  [
    'Danish',
    western,
    'Nr;Betegnelse\n1;Køkkenbord i egetræ\n2;Blå gardin på skinne\n3;Søm og skruer til gør det selv\n',
  ],
  ['Polish', central, 'Kod;Nazwa\n1;Żółta półka\n2;Krzesło dębowe\n3;Łóżko z materacem\n'],
  ['Czech', central, 'Kód;Název\n1;Příliš žluťoučký kůň\n2;Dřevěná židle\n3;Koště a lopatka\n'],
  ['Slovak', central, 'Kód;Názov\n1;Stôl drevený\n2;Veľká skriňa\n3;Kúpeľňová polička\n'],
  ['Hungarian', central, 'Kód;Megnevezés\n1;Fűtőtest\n2;Gyűrű őszi szín\n3;Hűtőszekrény, nagyméretű\n'],
  [
    'Croatian',
    ['windows-1250', 'iso-8859-2', 'cp852'],
    'Šifra;Naziv\n1;Žičana polica\n2;Kuhinjski stolić\n3;Vođica za ladičar\n',
  ],
  [
    'Romanian',
    ['windows-1250', 'cp852'],
    'Cod;Denumire\n1;Masă pliantă\n2;Scaun înalt\n3;Cană de ceai, mică\n',
  ],
  [
    'Turkish',
    ['windows-1254'],
    'Kod;Ürün adı\n1;Işıklı masa lambası\n2;Ağaç sandalye\n3;Küçük çekmece, beş gözlü\n',
  ],
  ['Greek', ['windows-1253'], 'Κωδ;Όνομα\n1;Τραπέζι κουζίνας\n2;Ξύλινη καρέκλα\n'],
  [
    'Lithuanian',
    ['windows-1257'],
    'Kodas;Pavadinimas\n1;Kėdė ąžuolinė\n2;Šviestuvas žalias\n3;Lentynų rinkinys\n',
  ],
  ['Latvian', ['windows-1257'], 'Kods;Nosaukums\n1;Koka krēsls\n2;Galda lampa, zaļā\n3;Plaukts grāmatām\n'],
  ['Russian', cyrillic, 'Артикул;Название\n1;Настольная лампа\n2;Полка деревянная\n'],
  ['Russian in capitals', cyrillic, 'АРТИКУЛ;НАЗВАНИЕ\n1;НАСТОЛЬНАЯ ЛАМПА\n2;ПОЛКА\n'],
  ['Ukrainian', ['windows-1251'], 'Артикул;Назва\n1;Настільна лампа жовта\n2;Дерев’яна полиця\n'],
  [
    'Japanese',
    ['shift_jis', 'euc-jp'],
    '商品コード,商品名,販売価格\nA-1,マグカップ 赤,"1,980円"\nA-2,お皿 大,800円\n',
  ],
  [
    'Japanese with few kana',
    ['shift_jis', 'euc-jp'],
    '品番,商品名,価格\n1,木製の椅子,980\n2,大皿（青）,800\n',
  ],
  ['Korean', ['euc-kr'], '상품코드,상품명,판매가\nK1,파란 머그컵,"12,900원"\nK2,접시,800\n'],
  ['Chinese', ['gb18030'], '货号,商品名称,售价\nC1,蓝色马克杯,80\nC2,盘子，大号,9\n'],
  ['Chinese of Taiwan', ['big5'], '貨號,商品名稱,售價\nC1,藍色馬克杯,80\nC2,大盤子,9\n'],
  ['Bulgarian', ['windows-1251', 'cp866'], 'Код;Име\n1;Настолна лампа\n2;Дървен рафт\n'],
]

test.each(
  lists.flatMap(([language, encodings, text]) =>
    encodings.map((encoding) => [language, encoding, text] as const),
  ),
)('%s in %s is read as it is meant [IMPORT-49]', async (_, encoding, text) => {
  expect(await guess(text, encoding)).toEqual({ text, doubt: undefined })
})

test.each([
  ['windows-1252', 'größe;Ø 20 mm\n1;25 °C – “gut”\n'],
  ['windows-1252', 'sku;price\n1;12 €\n2;£ 3\n'],
  ['windows-1252', 'sku;name\n1;Citroën\n2;Müller & Cie\n3;Señor Peña\n4;Smørrebrød\n'],
  ['windows-1250', 'sku;name\n1;Müller\n2;Žižka\n3;Łódź\n'],
  ['windows-1250', 'sku;nazwa\n1;Stół\n'],
  ['windows-1250', 'sku;nazwa\n1;Sukienka z długim rękawem\n'],
  ['windows-1251', 'sku;name\n1;Стол Acme\n'],
] as const)('few words in %s are enough: %j [IMPORT-49]', async (encoding, text) => {
  expect(await guess(text, encoding)).toEqual({ text, doubt: undefined })
})

test.each([
  ['Ręka', 'windows-1250'],
  ['Rêve', 'windows-1252'],
] as const)(
  'what a word alone does not tell is asked, and not stored: %s [IMPORT-49]',
  async (word, encoding) => {
    const { doubt } = await guess(`sku;name\n1;${word}\n`, encoding)
    expect(doubt).toContainEqual({ encoding, word })
  },
)

test('a file whose encoding is in doubt is asked about, and read as it is answered [IMPORT-49]', async () => {
  await using workspace = await JobWorkspace.open()
  const bytes = iconv.encode('sku;name\n1;Ręka\n', 'windows-1250')
  const { status, result } = await workspace.import(bytes)
  expect(status).toBe('failed')
  expect(result).toMatchObject({
    error: {
      field_errors: [{ field: 'encoding', acceptable_values: expect.arrayContaining(['windows-1250']) }],
    },
  })
  const answered = await workspace.import(bytes, { encoding: 'windows-1250' })
  expect(answered.result).toMatchObject({ ...counts(1, 0, 0, 0), encoding: 'windows-1250' })
  expect(await workspace.products()).toEqual([expect.objectContaining({ name: 'Ręka' })])
})
