export { rescueFile } from '../../store/check/rescue-file.ts'
export { inspectForeignFile } from '../../store/check/foreign-file.ts'
