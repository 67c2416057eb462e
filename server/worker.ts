import { serveThread } from './threads/serve-thread.ts'
import { threadWork } from './thread-work.ts'

await serveThread(threadWork)
