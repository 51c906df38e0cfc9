package org.flashgrove.core.component;

/**
 * Receiver of an edit, which applies either at once ({@link ComponentStore#edit}) or with an
 * operation ({@link ComponentOperation#stageEdit}).
 */
@FunctionalInterface
public interface EditTaker {
  /** Makes or stages an edit; the parameters are those of {@link ComponentStore#edit}. */
  void edit(long[] words, int length, Block[] added, Block[] retired, Runnable publish);
}
