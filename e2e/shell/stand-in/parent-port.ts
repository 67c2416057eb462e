/** Loaded before the program of a process: adds the members of Electron's processes. */
Object.assign(process, {
  parentPort: {
    on: (_event: 'message', listener: (message: { data: unknown }) => void) =>
      process.on('message', (data) => listener({ data })),
    postMessage: (message: object) => process.send?.(message),
  },
})
