package org.flashgrove.core.component;

/**
 * Receiver of an edit, which either makes the edit immediately ({@link ComponentStore#edit}) or
 * stages it in an operation ({@link ComponentOperation#stageEdit}).
 */
@FunctionalInterface
public interface EditTaker {
  /** Makes or stages an edit; the parameters are those of {@link ComponentStore#edit}. */
  void edit(long[] words, int length, Block[] added, Block[] retired, Runnable publish);
}
