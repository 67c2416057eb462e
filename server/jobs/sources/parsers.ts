import { extractProducts } from './extract-products.ts'
import { readSource } from './read-source.ts'

/** What runs on a parser thread, by name: all of it works on bytes from outside. */
export const parsers = { readSource, extractProducts }
