import { expect, test } from 'vitest'
import { linesOf, refuseWide } from './package-text.ts'

const mebibyte = 1024 * 1024

function chunked(bytes: Buffer, times = 1, size = 65_536) {
  const asked = { count: 0 }
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let round = 0; round < times; round += 1)
      for (let at = 0; at < bytes.length; at += size) {
        asked.count += 1
        yield bytes.subarray(at, at + size)
      }
  }
  return { chunks: chunks(), asked }
}

async function read(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of linesOf(chunks, 'a part')) lines.push(line)
  return lines
}

test('lines come as they are, wherever chunks end, and one without an end is told [FOREIGN-04]', async () => {
  const bytes = Buffer.from('{"a":"€"}\n\nlast 😀\n')
  for (const size of [1, 2, 3, 7, 64])
    expect(await read(chunked(bytes, 1, size).chunks)).toEqual(['{"a":"€"}', '', 'last 😀'])
  await expect(read(chunked(Buffer.from('a\nb')).chunks)).rejects.toThrow('is cut off')
  await expect(read(chunked(Buffer.from([0xc3, 0x28, 0x0a])).chunks)).rejects.toThrow('is no text')
})

test('a line of 1.5 GB is refused when 48 MB of it have been read, and one of 40 MB is read in a moment [FOREIGN-04]', async () => {
  const { chunks, asked } = chunked(Buffer.alloc(mebibyte, ' '), 1500)
  await expect(read(chunks)).rejects.toThrow('A line of a part is too long')
  expect(asked.count).toBe(48 * 16 + 1)
  async function* long(): AsyncGenerator<Buffer> {
    yield* chunked(Buffer.alloc(mebibyte, 'a'), 40).chunks
    yield Buffer.from('\n')
  }
  const start = performance.now()
  const [line = ''] = await read(long())
  expect(line.length).toBe(40 * mebibyte)
  expect(performance.now() - start).toBeLessThan(5000)
})

test('what is nested, wide or blank beyond the limits is refused before it is parsed; texts may hold any sign [FOREIGN-04]', () => {
  const refused = (text: string) => () => refuseWide('It', text, 1000)
  expect(refused('['.repeat(65))).toThrow('nested too deeply')
  expect(refused(`[${'[],'.repeat(1_000_001)}[]]`)).toThrow('too many values')
  expect(refused(`[${' '.repeat(1001)}]`)).toThrow('too many blanks')
  expect(refused(JSON.stringify(['[{,"\\ '.repeat(500_000), '['.repeat(64)]))).not.toThrow()
  expect(refused('"unended \\')).not.toThrow()
})
