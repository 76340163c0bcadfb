/** Where a dataset is made from a file. */
export const NEW_DATASET_PATH = '/datasets/new'
