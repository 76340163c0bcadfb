import type { Migration } from '../migration'

/** The number of records of each deleted classic dataset, which was counted whenever the bin was shown. */
export const recordsInBin: Migration = {
  name: '0033-records-in-bin',
  statements: () => [
    'alter table bin add column records bigint',
    `update bin set records = (select count(*) from task_records where task_records.dataset_id = bin.dataset_id)
      where parts is null`,
  ],
}
