import { expect, test } from 'vitest'
import { shapeScoreChart } from './score-page.tsx'

const room = { width: 100, height: 40 }

test('quality.score.2 days stand by their distance, scores between round numbers', () => {
  const shape = shapeScoreChart(
    [
      { day: '2026-11-01', score: 60 },
      { day: '2026-11-02', score: 65 },
      { day: '2026-11-05', score: 80 },
    ],
    room,
  )
  expect(shape.points.map(({ x, y }) => [x, y])).toEqual([
    [0, 40],
    [25, 30],
    [100, 0],
  ])
  expect(shape.line).toBe('M0 40 L25 30 L100 0')
  expect(shape.grid.map(({ score }) => score)).toEqual([60, 65, 70, 75, 80])
})

test.each([
  [[100], 95, 100],
  [[0], 0, 5],
  [[3, 97], 0, 100],
  [[50, 50], 50, 55],
])('quality.score.2 the range around %j goes from %d to %d', (scores, low, high) => {
  const history = scores.map((score, index) => ({ day: `2026-11-0${index + 1}`, score }))
  const { grid, points } = shapeScoreChart(history, room)
  expect([grid[0]?.score, grid.at(-1)?.score]).toEqual([low, high])
  for (const { x, y } of points) expect([x, y].every((at) => at >= 0 && at <= 100)).toBe(true)
})
