/**
 * Merge policies of LSM indexes as pure functions from a list of components to the next merge. They
 * do not depend on blocks or entries.
 */
package org.flashgrove.lsm.policy;
