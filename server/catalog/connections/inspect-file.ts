/** What threads look at files from elsewhere by. */
export { rescueFile } from '../../store/check/rescue-file.ts'
export { inspectForeignFile } from '../../store/check/foreign-file.ts'
