import { isLocalAddress } from './local-address.ts'
import type { Medium, Prices } from './providers.ts'

const units: Record<Medium, readonly (keyof Prices)[]> = {
  text: ['input', 'output'],
  image: ['image'],
  video: ['video'],
}

/** Whether calls for the medium cost nothing: the price is 0, or nobody knows one and the server is here or on this network. */
export function areCallsFree(price: Partial<Prices> | null, baseUrl: string, medium: Medium): boolean {
  const isHere = isLocalAddress(baseUrl)
  const asked = units[medium].map((unit) => price?.[unit] ?? null)
  return asked.every((dollars) => dollars === 0 || (dollars === null && isHere))
}
