import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { ProgressLine } from './progress-line.ts'

function shown(isTTY: boolean, steps: readonly (readonly [ms: number, current: number])[]): string {
  let [time, text] = [0, '']
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  const line = new ProgressLine(Object.assign(stream, { isTTY }), () => time)
  for (const [ms, current] of steps) {
    time = ms
    line.show({ current, total: 1000, unit: 'rows' })
  }
  line.end()
  return text
}

test('a terminal shows a bar with rate and time left, which is cleared at the end [scripts.5.4]', () => {
  expect(shown(true, [[0, 0]])).toBe('\r[....................] 0 %, 0 of 1000 rows\u001B[K\r\u001B[K')
  const steps = [
    [0, 0],
    [2000, 250],
  ] as const
  expect(shown(true, steps)).toContain('[#####...............] 25 %, 250 of 1000 rows, 125/s, 6 s left')
  expect(shown(true, [...steps, [100_000, 300]])).toContain('3.0/s, 3 min 54 s left')
})

test('where there is no terminal a line stands now and then, and none for what is quick [scripts.5.4]', () => {
  const steps = [
    [0, 0],
    [100, 100],
    [6000, 300],
    [7000, 400],
    [12_000, 600],
  ] as const
  expect(shown(false, steps)).toBe(
    '30 %, 300 of 1000 rows, 50/s, 14 s left\n60 %, 600 of 1000 rows, 50/s, 8 s left\n',
  )
  expect(shown(false, steps.slice(0, 2))).toBe('')
})
