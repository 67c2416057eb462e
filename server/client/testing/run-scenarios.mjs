/** Runs the scenarios with the built client: node run-scenarios.mjs CLIENT URL KEY. Prints a line for each. */
import { pathToFileURL } from 'node:url'
import { scenarios } from './scenarios.mjs'

const [, , file, url, key] = process.argv
const { Vitrine, VitrineError } = await import(pathToFileURL(file).href)
const open = (options) => new Vitrine({ url, key, ...options })

for (const [name, run] of Object.entries(scenarios)) {
  try {
    await run({ vitrine: open(), open, VitrineError })
    console.log(`ok ${name}`)
  } catch (error) {
    console.log(`failed ${name}: ${error.stack}`)
    process.exitCode = 1
  }
}
