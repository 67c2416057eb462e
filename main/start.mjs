// The start of `npm start`. Plain JavaScript: the TypeScript behind it needs the Node that this line makes sure of.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Vitrine needs Node 22.18 or newer, and this is ${process.versions.node}. Run "npm ci", which brings a fit one, then "npm start".`,
  )
  process.exit(1)
}
const { start } = await import('./start.ts')
process.exit(await start(process.argv.slice(2)))
