/** A throw-away index that proves that the port of component stores carries one. */
package org.flashgrove.core.component.proof;
