/**
 * LSM R-trees: a memory component, immutable components of packed pages in the order of a
 * comparator, and merges planned by a policy.
 */
package org.flashgrove.lsm;
