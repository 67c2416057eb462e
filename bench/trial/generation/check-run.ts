/** Conditions that hold for a run whatever happened meanwhile; each check throws on the first difference. */
import type { GenerationResult } from '#shared/generations.ts'
import type { FakeProvider } from '../../../server/providers/testing/fake-provider.ts'
import { listProposals, readSpend } from './follow-run.ts'
import { askOwner, type GenerationFolder, type Owner } from './generation-folder.ts'
import { price } from './scripted-models.ts'
import { countFates, type GeneratedKey, generatedKeys, type TrialProduct } from './trial-catalog.ts'

/** An unnoticed difference in money: a millionth of a cent. */
const crumb = 1e-8

export function assertCounts(
  { proposed, applied, not_stated, failed, skipped, stopped, errors }: GenerationResult,
  products: readonly TrialProduct[],
): void {
  const fates = countFates(products)
  const counts = {
    value: proposed + applied,
    not_stated,
    output_not_valid: failed,
    has_value: skipped.has_value,
    dependency_missing: skipped.dependency_missing,
  }
  assertSame('The counts of the run', counts, fates)
  assertSame('Other skips', [skipped.up_to_date, skipped.edited_by_hand, stopped], [0, 0, null])
  const strange = errors.find(({ issue }) => issue !== 'output_not_valid')
  if (strange) throw new Error(`A value failed otherwise than it was meant to: ${JSON.stringify(strange)}`)
}

/** Each expected value is proposed once, with its text and its verified quote, and nothing else is. */
export async function assertProposals(
  owner: Owner,
  { ids }: GenerationFolder,
  products: readonly TrialProduct[],
  status: 'open' | 'accepted',
): Promise<void> {
  const expected = new Map<string, string>()
  products.forEach((product, index) => {
    for (const key of generatedKeys)
      if (product.fateOf(key) === 'value') expected.set(`${ids[index]} ${key}`, expectedText(product, key))
  })
  for (const { entity, attribute, value, evidence } of await listProposals(owner, status)) {
    const name = `${entity.id} ${attribute}`
    const proposed = JSON.stringify([value, evidence.map(({ verified }) => verified)])
    if (expected.get(name) !== proposed)
      throw new Error(`${name} is proposed as ${proposed} and not ${expected.get(name) ?? 'only once'}.`)
    expected.delete(name)
  }
  if (expected.size > 0)
    throw new Error(`${expected.size} values are lost, such as ${[...expected][0]?.join()}.`)
  for (const other of ['superseded', 'rejected', status === 'open' ? 'accepted' : 'open'] as const)
    assertSame(`Proposals that are ${other}`, (await listProposals(owner, other)).length, 0)
}

function expectedText(product: TrialProduct, key: GeneratedKey): string {
  return JSON.stringify([product.valueOf(key), product.evidenceOf(key).map(() => product.isVerified(key))])
}

/** Applied values are in the products, written by one event each, and one undo reverts all of them. */
export async function assertApplied(
  owner: Owner,
  { ids }: GenerationFolder,
  products: readonly TrialProduct[],
): Promise<void> {
  for (const [index, product] of products.entries()) {
    const { data } = await askOwner<{ data: { attributes: Record<string, unknown> } }>(
      owner,
      `/api/v1/products/${ids[index]}`,
    )
    const events = await askOwner<{ data: { via: string; changes: { attribute: string }[] }[] }>(
      owner,
      `/api/v1/products/${ids[index]}/events?limit=100`,
    )
    const written = events.data
      .filter(({ via }) => via === 'generation')
      .flatMap(({ changes }) => changes.map(({ attribute }) => attribute))
    const meant = generatedKeys.filter((key) => product.fateOf(key) === 'value')
    assertSame(`What was written into ${product.sku}`, written.toSorted(), meant.toSorted())
    for (const key of meant)
      assertSame(`${key} of ${product.sku}`, data.attributes[key], product.valueOf(key))
  }
}

/** Without a kill the spend equals the book of the provider, up to `crumb`. */
export async function assertSpendIsBook(owner: Owner, fake: FakeProvider): Promise<number> {
  const { cost, unsettled } = await readSpend(owner)
  const book = fake.charged(price)
  if (Math.abs(cost - book) > crumb || unsettled !== 0)
    throw new Error(`The spend is $${cost} ($${unsettled} unsettled), and the provider charged $${book}.`)
  return cost
}

/** With kills the spend exceeds the book at most by the amount that is listed as unsettled. */
export async function assertSpendCoversBook(
  owner: Owner,
  fake: FakeProvider,
): Promise<{ cost: number; unsettled: number; book: number }> {
  const { cost, unsettled } = await readSpend(owner)
  const book = fake.charged(price)
  if (cost < book - crumb || cost - unsettled > book + crumb)
    throw new Error(`The spend is $${cost} ($${unsettled} unsettled), and the provider charged $${book}.`)
  return { cost, unsettled, book }
}

export function assertSame(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}.`)
}
