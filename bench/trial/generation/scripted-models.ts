/** Answers and faults of the trial's fake provider; both follow from the prompt and the seed. */
import type { FakeFault, FakeProviderOptions } from '../../../server/providers/testing/fake-provider.ts'
import type { FakeCall } from '../../../server/providers/testing/fake-wire.ts'
import { seededRandom } from '../../random.ts'
import { generatedKeys, type GeneratedKey, numberIn, TrialProduct } from './trial-catalog.ts'

/** In US dollars per million tokens. */
export const price = { input: 0.5, output: 2 }

export interface Script {
  readonly seed: number
  readonly faultsPercent: number
  /** Whether some calls are never answered; a kill must end them. */
  readonly hangs: boolean
}

export function scriptModels(script: Script): FakeProviderOptions {
  const met = new Set<string>()
  const faultOf = (call: FakeCall): FakeFault | undefined => {
    if (isProbe(call)) return undefined
    const value = `${numberIn(call.prompt)}:${keyIn(call.prompt)}`
    // One fault per value, so that the outcome follows from the script alone, however often a kill repeats
    // the call.
    if (met.has(value)) return undefined
    met.add(value)
    return chooseFault(script, value)
  }
  return { answer: (call) => answerTo(call.prompt), faultOf }
}

function isProbe({ prompt }: FakeCall): boolean {
  return prompt.startsWith('Name the fruit')
}

function keyIn(prompt: string): GeneratedKey {
  const key = generatedKeys.find((known) => prompt.includes(`(${known}) of one product`))
  if (!key) throw new Error(`No attribute is named in the prompt: ${prompt.slice(0, 500)}`)
  return key
}

function answerTo(prompt: string): object {
  const product = new TrialProduct(numberIn(prompt))
  const key = keyIn(prompt)
  const fate = product.fateOf(key)
  const value = fate === 'not_stated' ? null : fate === 'output_not_valid' ? 12 : product.valueOf(key)
  return { value, evidence: product.evidenceOf(key), note: null }
}

const faults: readonly FakeFault[] = [
  { fault: 'rate_limited', retryAfterSeconds: 0 },
  { fault: 'server_error' },
  { fault: 'cut' },
  { fault: 'fences' },
  { fault: 'prose' },
  { fault: 'usage', usage: { input: 5, output: 7 } },
  { fault: 'no_json' },
]
/** An option that does not exist; for a text attribute any text would be valid. */
const wrongOption: FakeFault = { fault: 'value', value: { value: 'Gold', evidence: [], note: null } }

function chooseFault({ seed, faultsPercent, hangs }: Script, value: string): FakeFault | undefined {
  const random = seededRandom(
    [...value].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed),
  )
  if (hangs && random.chance(0.002)) return { fault: 'hang' }
  if (!random.chance(faultsPercent / 100)) return undefined
  return random.pick(value.endsWith(':material') ? [...faults, wrongOption] : faults)
}
