import { expect, test } from 'vitest'
import { openGrid, type TestGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'
import { selectedBlocks } from './ranges.ts'
import { fetchSums, sumsRequest, sumTexts, sumUp } from './selection-sums.ts'

async function exactSums({ session }: TestGrid): Promise<string> {
  const request = sumsRequest(session, selectedBlocks(session))
  if (!request) throw new Error('The server does not know these cells.')
  return sumTexts(session, await fetchSums(session, request)).join(' · ')
}

test('grid.range.3 whole columns and all rows are summed up though few of them are loaded', async () => {
  const { server, idOf } = partsServer(700)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  grid.press('Control+Space')
  expect(grid.status()).toContain('700 cells selected')
  expect(sumUp(grid.session, selectedBlocks(grid.session)).isPart).toBe(true)
  expect(await exactSums(grid)).toBe('700 filled · Sum 2,453,500 · Average 3,505 · Min 10 · Max 7,000')

  server.write(idOf(700), { price: 17_000 })
  expect(await exactSums(grid)).toMatch(/^700 filled · Sum 2,463,500 · .* · Max 17,000$/)

  grid.press('Control+a')
  expect(await exactSums(grid)).toContain('1,400 filled · Sum 2,463,500')
  grid.goTo(2, 'Price')
  grid.press('Control+Shift+ArrowDown')
  expect(await exactSums(grid)).toContain('699 filled · Sum 2,463,490')
})
