import { expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { sendAgain } from './send-again.ts'
import { reportSessionError, onSessionTurn, announceSignIn } from './session.ts'

const signedOut = new ApiError({ status: 401, code: 'unauthorized', message: 'Sign in.' })

test('what meets an ended session waits until somebody is signed in, counts as no attempt, and is sent then', async () => {
  const pause = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const send = vi.fn<(attempt: number) => Promise<string>>().mockRejectedValueOnce(signedOut)
  send.mockRejectedValueOnce(signedOut).mockResolvedValue('saved')
  const sent = sendAgain(send, pause)
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(send).toHaveBeenCalledTimes(1)
  announceSignIn()
  await expect.poll(() => send.mock.calls.length).toBe(2)
  announceSignIn()
  expect(await sent).toBe('saved')
  expect(pause).not.toHaveBeenCalled()
})

test('what is refused for another reason is not sent again', async () => {
  const forbidden = new ApiError({ status: 403, code: 'forbidden', message: 'No.' })
  const send = vi.fn<() => Promise<never>>(() => Promise.reject(forbidden))
  await expect(sendAgain(send, () => Promise.resolve())).rejects.toBe(forbidden)
  expect(send).toHaveBeenCalledTimes(1)
})

test.each([
  [401, '/api/v1/edits', 'ended'],
  [403, '/api/v1/edits', 'doubted'],
  [401, '/app/v1/people', 'ended'],
  [401, '/app/v1/session', undefined],
  [401, '/app/v1/sign-in', undefined],
  [401, '/app/v1/invitations/accept', undefined],
  [422, '/api/v1/edits', undefined],
])('a %i at %s tells of the session: %s', (status, path, turn) => {
  const turns: string[] = []
  const stops = (['ended', 'doubted'] as const).map((name) => onSessionTurn(name, () => turns.push(name)))
  reportSessionError({ status, url: `http://127.0.0.1:1${path}` })
  stops.forEach((stop) => stop())
  reportSessionError({ status, url: `http://127.0.0.1:1${path}` })
  expect(turns).toEqual(turn === undefined ? [] : [turn])
})
