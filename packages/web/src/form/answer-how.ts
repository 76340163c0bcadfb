/**
 * How an answer was given. A choice by key may submit the record at once; continuous typing counts as one undo step.
 */
export interface AnswerHow {
  byKey?: boolean
  /** The user typed the option's number. */
  isNumber?: boolean
  /** More digits could have followed to form another number. */
  isOpenNumber?: boolean
  isTyping?: boolean
  /** The question is complete: the focus moves to the next one. */
  isFinal?: boolean
}
