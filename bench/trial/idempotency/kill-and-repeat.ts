/** One kill: the server dies before its answer, or right behind it, and the request is sent again with its key. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../../processes/vitrine.ts'
import type { Random } from '../../random.ts'
import { countJobs, type KeyedKind, type Trial } from './keyed-requests.ts'

interface Answer {
  readonly status: number
  readonly text: string
  readonly isReplayed: boolean
}

export interface KillOutcome {
  /** Whether the effect was there when the server died, by the answer that was then lost or by the replay. */
  readonly hadEffect: boolean
  readonly ms: number
}

export interface KillPlan {
  readonly kind: KeyedKind
  readonly mark: string
  /** Whether the server dies behind its answer, which is then taken for lost, or at a moment before it. */
  readonly isBehindAnswer: boolean
  readonly open: () => Promise<{ readonly server: RunningServer; readonly trial: Trial }>
  readonly random: Random
  readonly usualMs: number
}

/** Throws where something was done twice or not at all, or where answers of one key differ by a byte. */
export async function killAndRepeat(plan: KillPlan): Promise<KillOutcome> {
  const { kind, mark, isBehindAnswer, open, random, usualMs } = plan
  const first = await open()
  await kind.prepare?.(first.trial, mark)
  const before = kind.job === undefined ? 0 : await countJobs(first.trial, kind.job)
  const startedAt = performance.now()
  const sending = send(first.trial, plan)
  const moment = random.between(0, Math.ceil(usualMs * 1.5))
  const lost = await (isBehindAnswer ? sending : Promise.race([sending, sleep(moment)]).then(() => undefined))
  const ms = performance.now() - startedAt
  await first.server.kill()
  const early = lost ?? (await sending.catch(() => undefined))

  const second = await open()
  try {
    const again = await send(second.trial, plan)
    const third = await send(second.trial, plan)
    if (again.status >= 300) throw new Error(`It answered ${again.status}: ${again.text}`)
    if (third.text !== again.text || !third.isReplayed) throw new Error(`Another answer: ${third.text}`)
    if (early !== undefined && (early.text !== again.text || !again.isReplayed))
      throw new Error(`The answer before the kill was ${early.text}, after it ${again.text}`)
    const done = await kind.countDone(second.trial, mark, again.text)
    if (done !== 1) throw new Error(`It was done ${done} times.`)
    const jobs = kind.job === undefined ? 1 : (await countJobs(second.trial, kind.job)) - before
    if (jobs !== 1) throw new Error(`It made ${jobs} jobs.`)
    return { hadEffect: again.isReplayed, ms }
  } catch (error) {
    throw new Error(`${kind.name} ${mark}: ${String(error)}`, { cause: error })
  } finally {
    await second.server.stop()
  }
}

async function send({ baseUrl, key }: Trial, { kind, mark }: KillPlan): Promise<Answer> {
  const { path, body } = kind.request(mark)
  const isForm = body instanceof FormData
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': mark,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    isReplayed: response.headers.get('idempotency-replayed') === 'true',
  }
}
