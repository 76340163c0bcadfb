/** What the API answers for its version: existing Python clients warn when major.minor is not theirs (classic-api §2). */
export const VERSION = '1.29.1'
