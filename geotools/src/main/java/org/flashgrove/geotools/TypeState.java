package org.flashgrove.geotools;

import org.geotools.api.data.Transaction;
import org.geotools.data.store.ContentEntry;
import org.geotools.data.store.ContentState;

/** State of a feature type within a transaction. */
final class TypeState extends ContentState {
  TypeState(ContentEntry entry) {
    super(entry);
    transactionState = new TypeChanges(this);
  }

  private TypeState(TypeState other) {
    super(other);
    transactionState = new TypeChanges(this);
  }

  @Override
  public ContentState copy() {
    return new TypeState(this);
  }

  /** Returns whether there is a transaction, which keeps changes until it commits. */
  boolean isInTransaction() {
    return getTransaction() != null && getTransaction() != Transaction.AUTO_COMMIT;
  }

  /** Returns the uncommitted changes. */
  PendingChanges changes() {
    return ((TypeChanges) transactionState).pending();
  }

  /** Removes listeners and pending events. Afterwards the transaction can only be rolled back. */
  @Override
  public void close() {
    super.close();
    batchFeatureEvent = null;
  }
}
