import type { LeftOutReason } from '#shared/exports.ts'
import { guardCell } from '#shared/cell-guard.ts'
import { message, referenceOf, type Sentence, textOf } from '#shared/messages/message.ts'
import type { LeftOut } from '../../catalog/channel-files/channel-product.ts'
import { csvLine } from '../../catalog/channel-files/channel-layout.ts'
import type { PartFile } from './part-file.ts'

const maxReasons = 50
const header = ['id', 'label', 'field', 'attribute', 'issue', 'value', 'left_out', 'remedy']

/** What an export to a channel has left out: every case in a CSV, and the reasons by how often they come. */
export class LeftOutReport {
  readonly #file: PartFile
  readonly #reasons = new Map<string, { -readonly [Key in keyof LeftOutReason]: LeftOutReason[Key] }>()
  #values = 0

  static async begin(file: PartFile): Promise<LeftOutReport> {
    await file.append(Buffer.from(csvLine(header)))
    return new LeftOutReport(file)
  }

  private constructor(file: PartFile) {
    this.#file = file
  }

  async add(cases: readonly LeftOut[]): Promise<void> {
    if (cases.length === 0) return
    for (const one of cases) this.#count(one)
    const lines = cases.map((one) => {
      const { id, label, target, attribute, issue, value, isProduct } = one
      const what = isProduct ? 'product' : 'value'
      const cells = [
        id,
        label ?? '',
        target,
        attribute ?? '',
        textOf(issue),
        value,
        what,
        textOf(remedyOf(one)),
      ]
      return csvLine(cells.map(guardCell))
    })
    await this.#file.append(Buffer.from(lines.join('')))
  }

  /** How many values were left out of products that are in the file. */
  get values(): number {
    return this.#values
  }

  get reasons(): LeftOutReason[] {
    return [...this.#reasons.values()].sort((a, b) => b.products - a.products).slice(0, maxReasons)
  }

  #count(one: LeftOut): void {
    const { target: field, attribute, isProduct, items = 1 } = one
    const issue = textOf(one.issue)
    if (!isProduct) this.#values += 1
    const key = JSON.stringify([field, issue, isProduct])
    const known = this.#reasons.get(key)
    if (known) known.products += items
    else {
      const left_out = isProduct ? 'product' : 'value'
      const remedy = remedyOf(one)
      this.#reasons.set(key, {
        field,
        attribute,
        issue,
        ...referenceOf(one.issue),
        remedy: textOf(remedy),
        remedy_message: referenceOf(remedy),
        products: items,
        left_out,
      })
    }
  }
}

/** What to do, said for all products that have the same fault. */
function remedyOf({ target, attribute, remedy, value }: LeftOut): Sentence {
  if (remedy !== undefined) return remedy
  if (attribute === null) return message('listing.map_field', { field: target })
  return value === ''
    ? message('listing.give_value', { attribute })
    : message('listing.correct_value', { attribute })
}
