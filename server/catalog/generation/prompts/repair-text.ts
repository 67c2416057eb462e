/** Asked once more where an answer could not be taken. */
export const repairText = `Your answer could not be taken as it is. Answer once more with the whole JSON object, with what is named below put right and
nothing else changed. Where a right value cannot be had from the data, the value is null.`
