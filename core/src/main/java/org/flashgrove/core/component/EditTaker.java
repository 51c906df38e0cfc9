package org.flashgrove.core.component;

/**
 * Where an edit goes: it is made at once ({@link ComponentStore#edit}), or with an operation
 * ({@link ComponentOperation#stageEdit}).
 */
@FunctionalInterface
public interface EditTaker {
  /** Takes an edit, as {@link ComponentStore#edit} does. */
  void edit(long[] words, int length, Block[] added, Block[] retired, Runnable publish);
}
