/** The oldest Node with the features that the server needs: module hooks, Node-API 10 and type stripping. */
const oldestNode = { major: 22, minor: 14 } as const

/** Returns the message for too old a Node; undefined when it is new enough. */
export function tooOldMessage(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const { major: leastMajor, minor: leastMinor } = oldestNode
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `Vitrine needs Node ${leastMajor}.${leastMinor} or newer and this is ${version}. Start it with "npm start", which brings its own.`
}
