/** The few operating errors a store can end in; programmers' errors use the JDK's exceptions. */
package org.flashgrove.core.failure;
