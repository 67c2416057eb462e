import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { FreshQueryClient } from './query-client.ts'

test('a first answer that goes out of date on its way is shown, and asked for once more', async () => {
  const client = new FreshQueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['channels'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const shown = () => client.getQueryData(['channels'])
  const stop = observer.subscribe(() => undefined)
  const renewed = [1, 2, 3].map(() => client.invalidateQueries({ queryKey: ['channels'] }))
  expect(answers).toHaveLength(1)
  answers[0]?.('before the change')
  await expect.poll(() => answers.length).toBe(2)
  expect(shown()).toBe('before the change')
  answers[1]?.('after it')
  await Promise.all(renewed)
  expect([shown(), answers.length, client.isFetching()]).toEqual(['after it', 2, 0])

  const last = client.invalidateQueries({ queryKey: ['channels'] })
  answers[2]?.('newest')
  await last
  expect([shown(), answers.length]).toEqual(['newest', 3])
  stop()
  client.clear()
})
