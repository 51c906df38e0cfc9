/** Sorting of numbers that are not negative. */
package org.flashgrove.core.order;
