/** One price from a quantity on, in the currency of its attribute. */
export interface PriceTier {
  readonly quantity: number
  readonly price: number
}

const maxTiers = 100
const maxQuantity = 1_000_000_000
const maxPrice = 2 ** 53
const maxTextLength = 10_000

/**
 * Reads price tiers from JSON (`[{"quantity": 1, "price": 10}]`) or from a text such as `1: 10.00; 10: 9.50`;
 * undefined where it is neither, or where the quantities do not rise from 1 or more.
 */
export function parsePriceTiers(text: string): PriceTier[] | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > maxTextLength) return undefined
  const tiers = trimmed.startsWith('[') ? tiersOfJson(trimmed) : tiersOfText(trimmed)
  return tiers !== undefined && areTiers(tiers) ? tiers : undefined
}

/** The stored form: JSON with the members in one order. */
export function storePriceTiers(text: string): string | undefined {
  const tiers = parsePriceTiers(text)
  return tiers && JSON.stringify(tiers)
}

/** The text for people, which `parsePriceTiers` reads back; undefined where the value holds no tiers. */
export function formatPriceTiers(stored: string, decimals: number): string | undefined {
  const tiers = parsePriceTiers(stored)
  return tiers?.map(({ quantity, price }) => `${quantity}: ${formatPrice(price, decimals)}`).join('; ')
}

/** Never rounds: a price with more decimals than its currency shows them all. */
function formatPrice(price: number, decimals: number): string {
  const text = price.toFixed(decimals)
  return Number(text) === price ? text : String(price)
}

function areTiers(tiers: readonly PriceTier[]): boolean {
  if (tiers.length === 0 || tiers.length > maxTiers) return false
  return tiers.every(({ quantity, price }, index) => {
    const before = tiers[index - 1]?.quantity ?? 0
    const isQuantity = Number.isInteger(quantity) && quantity > before && quantity <= maxQuantity
    return isQuantity && Number.isFinite(price) && price >= 0 && price < maxPrice
  })
}

function tiersOfJson(text: string): PriceTier[] | undefined {
  try {
    const members: unknown = JSON.parse(text)
    if (!Array.isArray(members)) return undefined
    const tiers = members.map(toTier)
    return tiers.every((tier) => tier !== undefined) ? tiers : undefined
  } catch {
    return undefined
  }
}

function toTier(member: unknown): PriceTier | undefined {
  if (typeof member !== 'object' || member === null) return undefined
  const { quantity, price, ...others }: Record<'quantity' | 'price', unknown> = {
    quantity: undefined,
    price: undefined,
    ...member,
  }
  if (typeof quantity !== 'number' || typeof price !== 'number') return undefined
  return Object.keys(others).length === 0 ? { quantity, price: price + 0 } : undefined
}

function tiersOfText(text: string): PriceTier[] | undefined {
  const parts = text
    .split(/[;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const tiers = parts.map(tierOfText)
  return tiers.every((tier) => tier !== undefined) ? tiers : undefined
}

const tierText = /^(\d{1,10})\s*[:=]\s*([\d.,' ]{1,30})$/

function tierOfText(part: string): PriceTier | undefined {
  const [, quantity = '', written = ''] = tierText.exec(part) ?? []
  const price = parsePrice(written)
  return quantity === '' || price === undefined ? undefined : { quantity: Number(quantity), price }
}

/** Three digits behind a single comma could be thousands, so that such a price is not read. */
const priceForms = [
  { form: /^\d+(?:\.\d+)?$/, group: ',', mark: '.' },
  { form: /^(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+)$/, group: '.', mark: ',' },
  { form: /^\d{1,3}(?:\.\d{3})+,\d+$/, group: '.', mark: ',' },
  { form: /^\d{1,3}(?:,\d{3})+\.\d+$/, group: ',', mark: '.' },
] as const

function parsePrice(written: string): number | undefined {
  const digits = written.replaceAll(/[' ]/g, '')
  const read = priceForms.find(({ form }) => form.test(digits))
  return read && Number(digits.replaceAll(read.group, '').replace(read.mark, '.'))
}
