/** Path of the page that creates a dataset from a file. */
export const NEW_DATASET_PATH = '/datasets/new'
