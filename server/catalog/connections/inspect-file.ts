/** What threads look at files from elsewhere by. */
export { inspectForeignFile } from '../../store/check/foreign-file.ts'
