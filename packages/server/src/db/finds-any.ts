/** Whether a query finds any row. */
export async function findsAny(query: { limit(most: number): { execute(): Promise<unknown[]> } }): Promise<boolean> {
  return (await query.limit(1).execute()).length > 0
}
