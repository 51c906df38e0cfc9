/**
 * Merge policies of LSM indices as pure functions: from a list of components to the next merge.
 * They know neither blocks nor entries.
 */
package org.flashgrove.lsm.policy;
