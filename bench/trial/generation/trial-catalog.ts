/** The products of the generation trial, with the expected outcome of each generated value. */
import type { Evidence } from '#shared/proposals.ts'

export const generatedKeys = ['material', 'description', 'care'] as const
export type GeneratedKey = (typeof generatedKeys)[number]

export const woods = ['Oak', 'Ash', 'Beech', 'Walnut', 'Pine'] as const

export type ExpectedOutcome = 'value' | 'not_stated' | 'output_not_valid' | 'has_value' | 'dependency_missing'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const generated = { ai_generated: true, selected_tools: [] }

export const definitions: readonly object[] = [
  { name: 'Product name', key: 'product_name', ...text, is_primary: true },
  { name: 'SKU', key: 'sku', ...text },
  { name: 'Shelf', key: 'shelf', ...text },
  {
    name: 'Material',
    key: 'material',
    ...text,
    ...generated,
    data_type: 'single_select_list',
    acceptable_values: woods.join(', '),
    custom_instructions: 'The wood of {{product_name}}.',
  },
  {
    name: 'Description',
    key: 'description',
    ...text,
    ...generated,
    data_type: 'multi_line_text_field',
    custom_instructions: 'Two sentences about {{product_name}} of {{material}}.',
  },
  {
    name: 'Care',
    key: 'care',
    ...text,
    ...generated,
    custom_instructions: 'How to care for {{material}}.',
    required_dependencies: ['material'],
  },
]

/** One product; everything about it follows from its number. */
export class TrialProduct {
  readonly number: number

  constructor(number: number) {
    this.number = number
  }

  get sku(): string {
    return `G-${String(this.number).padStart(6, '0')}`
  }

  get name(): string {
    return `Chair ${this.sku} of ${this.wood.toLowerCase()}`
  }

  get wood(): string {
    return woods[this.number % woods.length] ?? 'Oak'
  }

  get attributes(): Record<string, string> {
    const own = { product_name: this.name, sku: this.sku, shelf: '0' }
    return this.fateOf('material') === 'has_value' ? { ...own, material: this.wood } : own
  }

  fateOf(key: GeneratedKey): ExpectedOutcome {
    const kind = this.number % 25
    if (key === 'description') return kind === 7 ? 'output_not_valid' : 'value'
    const material = fates[kind] ?? 'value'
    if (key === 'material') return material
    return material === 'not_stated' || material === 'output_not_valid' ? 'dependency_missing' : 'value'
  }

  valueOf(key: GeneratedKey): string {
    return {
      material: this.wood,
      description: `${this.sku} is solid.\nIt lasts.`,
      care: `Oil it: ${this.sku}.`,
    }[key]
  }

  /** One value of three has quotes that the name does not contain. */
  evidenceOf(key: GeneratedKey): Omit<Evidence, 'verified'>[] {
    if (key === 'care') return []
    const quote = this.isVerified(key) ? this.name : 'of solid gold'
    return [{ source: 'attribute:product_name', quote }]
  }

  isVerified(key: GeneratedKey): boolean {
    return key !== 'care' && this.number % 3 !== 0
  }
}

const fates: Readonly<Record<number, ExpectedOutcome>> = {
  3: 'not_stated',
  11: 'has_value',
  15: 'output_not_valid',
}

export function trialProducts(count: number): TrialProduct[] {
  return Array.from({ length: count }, (_, number) => new TrialProduct(number))
}

export function numberIn(prompt: string): number {
  const [, digits] = /\bG-(\d{6})\b/.exec(prompt) ?? []
  if (digits === undefined) throw new Error(`No product is named in the prompt: ${prompt.slice(0, 500)}`)
  return Number(digits)
}

export function countFates(products: readonly TrialProduct[]): Record<ExpectedOutcome, number> {
  const counts = { value: 0, not_stated: 0, output_not_valid: 0, has_value: 0, dependency_missing: 0 }
  for (const product of products) for (const key of generatedKeys) counts[product.fateOf(key)] += 1
  return counts
}
