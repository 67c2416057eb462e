import { expect, test } from 'vitest'
import { addPictures, readAddresses } from './add-pictures.tsx'

test('pictures are added, a known one and one that comes twice once, and a refused one holds up nothing', async () => {
  const created: string[][] = []
  const steps: string[] = []
  const file = (name: string) => ({ file: new File(['x'], name) })
  const outcome = await addPictures(
    [
      file('a.png'),
      file('bad.txt'),
      file('old.png'),
      file('a.png'),
      { url: 'https://example.com/b.jpg?size=2' },
    ],
    {
      store: async ({ name }) => {
        if (name === 'bad.txt') throw new Error('This is no picture.')
        return `files/${name}`
      },
      isKnown: async (value) => value === 'files/old.png',
      create: async (value, name) => void created.push([value, name]),
      onProgress: (done, total) => steps.push(`${done}/${total}`),
    },
  )
  expect(created).toEqual([
    ['files/a.png', 'a.png'],
    ['https://example.com/b.jpg?size=2', 'b.jpg'],
  ])
  expect(outcome).toEqual({
    added: [
      { name: 'a.png', value: 'files/a.png' },
      { name: 'b.jpg', value: 'https://example.com/b.jpg?size=2' },
    ],
    known: ['old.png', 'a.png'],
    failed: [{ name: 'bad.txt', reason: 'This is no picture.' }],
  })
  expect(steps.at(-1)).toBe('5/5')
})

test('web addresses are taken from what a browser drops, comments and other text left out', () => {
  const data = (text: string) => ({ getData: () => text })
  expect(readAddresses(data('# a page\r\nhttps://example.com/a.png\r\nhello'))).toEqual([
    { url: 'https://example.com/a.png' },
  ])
})
