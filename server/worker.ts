/** The entry of every thread of the program; what it does is told by the role it is started in. */
import { serveThread } from './threads/serve-thread.ts'
import { threadWork } from './thread-work.ts'

await serveThread(threadWork)
