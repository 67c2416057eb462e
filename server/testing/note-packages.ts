/** Loaded with `--import`: notes in the file PACKAGES which packages each thread of a process loads. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env['PACKAGES']
const seen = new Set<string>()

registerHooks({
  load(url, context, next) {
    const name = /^((?:@[^/]+\/)?[^/]+)/.exec(url.split('/node_modules/').at(-1) ?? '')?.[1]
    if (file && name && url.includes('/node_modules/') && !seen.has(name)) {
      seen.add(name)
      appendFileSync(file, `${name}\n`)
    }
    return next(url, context)
  },
})
