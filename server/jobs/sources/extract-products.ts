import type { DescribedProduct } from '#shared/sources.ts'
import { decodeText } from './reading.ts'
import type { ReadRequest } from './read-source.ts'

export interface ProductReading {
  readonly products: readonly DescribedProduct[]
  readonly notes: readonly string[]
}

export async function extractProducts({ bytes, mediaType, url }: ReadRequest): Promise<ProductReading> {
  const [{ load }, { describedProducts }] = await Promise.all([
    import('cheerio'),
    import('./product-data.ts'),
  ])
  return { products: describedProducts(load(decodeText(bytes, mediaType)), url), notes: [] }
}
