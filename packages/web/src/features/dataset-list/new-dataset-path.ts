/** Where a dataset is made from a file. */
export const NEW_DATASET_PATH = '/datasets/new'

/** The same page, at the samples it offers. */
export const SAMPLES_PATH = `${NEW_DATASET_PATH}#samples-title`
