import { expect, test } from 'vitest'
import { foreignAnswer, toApiError, unreachable } from './api-error.ts'
import { sendAgain } from './send-again.ts'

const page = '<html><body>502 Bad Gateway</body></html>'
const html = (status: number) =>
  toApiError(new Response(page, { status, headers: { 'content-type': 'text/html' } }))

test.each([502, 503, 504, 500])(
  'the page of a proxy with %i means that the server is away',
  async (status) => {
    expect(await html(status)).toMatchObject({ code: 'unreachable', status, isRetriable: true })
  },
)

test('a page in the place of an answer means so too, but not what a proxy refuses of the request itself', async () => {
  expect(foreignAnswer(200)).toMatchObject({ code: 'unreachable', isRetriable: true })
  expect(await html(413)).toMatchObject({ code: 'bad_answer', status: 413, isRetriable: false })
})

test('what a proxy answers is sent again for as long as it takes', async () => {
  let left = 200
  const send = async () => {
    if (left-- > 0) throw await html(502)
    return 'saved'
  }
  expect(await sendAgain(send, () => Promise.resolve())).toBe('saved')
})

test('what our server cannot do just now is sent again for a minute', async () => {
  const body = { error: { code: 'internal_error', message: 'Later.', is_retriable: true } }
  const pauses: number[] = []
  const send = async () => {
    throw await toApiError(Response.json(body, { status: 503 }))
  }
  const pause = async (ms: number) => void pauses.push(ms)
  await expect(sendAgain(send, pause)).rejects.toMatchObject({ status: 503, message: 'Later.' })
  const waited = pauses.reduce((sum, ms) => sum + ms, 0)
  expect(waited).toBeGreaterThan(50_000)
  expect(waited).toBeLessThan(70_000)
  expect(unreachable().status).toBe(0)
})
